package main

import (
	"fmt"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/agreement"
	"webmill/pkg/tuple"
	"webmill/tools/internal/rows"
)

type options struct {
	printed, json                 bool
	confusion, byCluster, byTopic string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	f.BoolVar(&o.printed, "printed-f", false, "F with the precision as Nitsche 2003, 3.4.6.1.4, prints it, n_r/c")
	f.BoolVar(&o.json, "json", false, "print all as one JSON object")
	f.StringVar(&o.confusion, "confusion", "", "write (cluster, topic, count) to `FILE`")
	f.StringVar(&o.byCluster, "by-cluster", "", "write the figures of each cluster to `FILE`")
	f.StringVar(&o.byTopic, "by-topic", "", "write the figures of each topic to `FILE`")
	f.Outputs("confusion", "by-cluster", "by-topic")
	f.Without("-json", func() bool { return o.json }, "to")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if len(env.Args) != 2 {
		return cli.Usagef("two inputs are needed, CLUSTERS and TOPICS")
	}
	if err := cli.OneStdin(env.Args...); err != nil {
		return err
	}
	write, err := o.output(env)
	if err != nil {
		return err
	}
	clusters, err := env.OpenInput(env.Args[0], tuple.IDs("doc", "cluster"))
	if err != nil {
		return err
	}
	topics, err := env.OpenInput(env.Args[1], tuple.IDs("doc", "topic"))
	if err != nil {
		return err
	}
	opt := agreement.Options{Printed: o.printed}
	ends, err := o.further(env, &opt)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	opt.Room = env.Room()
	r, err := agreement.Of(clusters, topics, opt)
	if err != nil {
		return err
	}
	for _, end := range ends {
		if err := end(); err != nil {
			return err
		}
	}
	if out := cli.ListCounts(
		cli.Count{N: r.NoTopic, One: "document has a cluster and no topic", Many: "documents have a cluster and no topic"},
		cli.Count{N: r.NoCluster, One: "document has a topic and no cluster", Many: "documents have a topic and no cluster"},
	); out != "" {
		env.Warnf("left out: %s", out)
	}
	return write(o.figures(env, r))
}

// figure is a name and a number of the result.
type figure struct{ name, value string }

// figures are all of the result, which -stats has, too.
func (o *options) figures(env *cli.Env, r *agreement.Result) (list []figure) {
	for _, c := range []struct {
		name string
		n    int64
	}{{"documents", r.Documents}, {"no_topic", r.NoTopic}, {"no_cluster", r.NoCluster}, {"several", r.Several},
		{"pairs", r.Pairs}, {"clusters", r.Clusters}, {"topics", r.Topics}} {
		env.Stats.Set(c.name, c.n)
		list = append(list, figure{c.name, strconv.FormatInt(c.n, 10)})
	}
	f := "f"
	if o.printed {
		f = "f_printed"
	}
	for _, m := range []struct {
		name  string
		value float64
	}{{"purity", r.Purity}, {"entropy", r.Entropy}, {f, r.F}, {"adjusted_rand", r.AdjustedRand}, {"nmi", r.NMI}} {
		env.Stats.Set(m.name, m.value)
		list = append(list, figure{m.name, string(decimal(m.value))})
	}
	return list
}

// decimal is a number in the digits that tell it from all others.
func decimal(x float64) []byte { return strconv.AppendFloat(nil, x, 'g', -1, 64) }

// output opens -o and returns what writes the figures.
func (o *options) output(env *cli.Env) (write func([]figure) error, err error) {
	if o.json {
		out, err := env.CreateLines(".json")
		return func(list []figure) error {
			fields := make([]string, len(list))
			for i, f := range list {
				fields[i] = fmt.Sprintf("%q:%s", f.name, f.value)
			}
			_, err := fmt.Fprintf(out, "{%s}\n", strings.Join(fields, ","))
			return err
		}, err
	}
	out, err := rows.Create(env, "measures", append(parquetio.Texts("measure"), parquetio.Reals("value")...))
	return func(list []figure) error {
		for _, f := range list {
			if err := out.Row([]byte(f.name), []byte(f.value)); err != nil {
				return err
			}
		}
		return out.Close()
	}, err
}

// further opens the further outputs. ends are to be called when all is written.
func (o *options) further(env *cli.Env, opt *agreement.Options) (ends []func() error, err error) {
	if o.confusion != "" {
		columns := append(tuple.IDs("cluster", "topic"), tuple.Ints("count")...)
		cells, err := env.CreateFile(o.confusion, columns, tuple.Columns(0, 1))
		if err != nil {
			return nil, err
		}
		opt.Cells = cells
	}
	table := func(name string, ids []string, reals ...string) (*rows.Output, error) {
		fields := parquetio.Fields(tuple.IDs(ids...)...)
		for _, r := range reals {
			fields = append(fields, parquetio.Reals(r)...)
		}
		out, err := rows.CreateFile(env, name, fields)
		if err == nil {
			ends = append(ends, out.Close)
		}
		return out, err
	}
	if o.byCluster != "" {
		out, err := table(o.byCluster, []string{"cluster", "documents", "topic"}, "purity", "entropy")
		if err != nil {
			return nil, err
		}
		opt.EachCluster = func(c *agreement.Cluster) error {
			return out.Row(id(c.ID), id(c.Documents), id(c.Topic), decimal(c.Purity), decimal(c.Entropy))
		}
	}
	if o.byTopic != "" {
		out, err := table(o.byTopic, []string{"topic", "documents", "cluster"}, "recall", "precision", "f")
		if err != nil {
			return nil, err
		}
		opt.EachTopic = func(t *agreement.Topic) error {
			return out.Row(id(t.ID), id(t.Documents), id(t.Cluster), decimal(t.Recall), decimal(t.Precision), decimal(t.F))
		}
	}
	return ends, nil
}

func id(n int32) []byte { return rows.Int(int64(n)) }
