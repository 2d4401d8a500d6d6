// Package ranking holds what the command lines of pagerank, krank and hits have in common: which links count, when sweeps
// end, and how scores are read and written.
//
//   - ranking.go: Flags, the flags of pagerank and krank
//   - known.go: -known, the pages that are known
//   - weighted.go: LinkWeights, the flags of the weights of links
//   - sweeps.go: Sweeps, the flags that say when sweeps end
//   - files.go: the files that are read, and the scores that are written
package ranking

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/idset"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
	"webmill/tools/internal/shared"
)

// Flags are the flags of pagerank and krank.
type Flags struct {
	LinkWeights
	Sweeps
	reading  rank.ReadOptions
	method   string
	vector   string
	personal string
	known    string
	share    float64
	literal  bool
	init     string
	noPages  func() bool // -pages 0
	scale    string
	double   bool
	places   *rank.Weights      // of -personal
	seconds  map[string]float64 // by the figures of -stats
	linked   bool               // there are links, whether they count or not, or -pages says that there are pages
}

// Declare declares the flags. The manuals describe them.
func (o *Flags) Declare(f *cli.Flags) {
	o.LinkWeights.Declare(f)
	o.Sweeps.Declare(f)
	shared.Damping(f, &o.how.D)
	cli.Choice(f, &o.method, "method", "gs", shared.Method, []string{"gs", "power"})
	cli.Choice(f, &o.vector, "vector", "auto",
		"`TYPE` of the vector: float64 or float32 in memory, disk, or auto: the first of them that fits in -S",
		[]string{"auto", "float64", "float32", "disk"})
	f.StringVar(&o.personal, "personal", "",
		"`FILE` of pairs (id, weight): where a surfer begins again (default all pages alike)")
	f.StringVar(&o.scale, "scale", "sum=1", "`WHAT` the ranks are scaled to: sum=X, max=X, or pages (their mean is 1)")
	f.StringVar(&o.known, "known", "", "`FILE` of pairs (id, position): only the first pages are known")
	f.Float64Var(&o.share, "share", 1, "the share `P` of the pages of -known that counts as fetched")
	f.Range(0, 1, "share")
	f.Range(0, shared.MostPages, "pages")
	f.BoolVar(&o.literal, "literal", false,
		"with -known: pages that no known page links to, as the seed, have the rank 0, as the thesis printed it")
	f.StringVar(&o.init, "init", "", "`FILE` of ranks to begin with, as float32 or in Parquet")
	f.Without("-vector disk, which is solved by power",
		func() bool { return o.vector == "disk" && o.method != "power" }, "method")
	f.Rare("max-sweeps", "method", "vector", "known", "share", "literal", "init")
	shared.F64(f, &o.double)
	shared.NoSelf(f, &o.reading.NoSelf)
	o.noPages = shared.Pages(f, &o.reading.Pages, 0, "the ids that occur")
}

// Once says whether repeated links count once.
func (o *Flags) Once(once bool) { o.reading.Once = once }

// Sum makes one link, with the sum of its weights, of a repeated one with weights.
func (o *Flags) Sum() { o.reading.Sum = true }

// NoSelf leaves links of a page to itself out.
func (o *Flags) NoSelf() { o.reading.NoSelf = true }

// Check looks at the flags before any input is read.
func (o *Flags) Check() error {
	switch {
	case o.known != "" && o.reading.Pages > 0:
		return cli.Usagef("-known says which pages there are: it does not go with -pages")
	case o.init == stream.Stdin:
		return cli.Usagef("-init may be read twice: it cannot be stdin")
	case (o.share != 1 || o.literal) && o.known == "":
		return cli.Usagef("-share and -literal are for -known")
	}
	if o.method == "power" {
		o.how.Method = rank.Power
	}
	if o.hostOf != "" && o.inside == 1 {
		return cli.Usagef("-host-of is for -inside")
	}
	_, to, err := o.scaling()
	if err == nil && to < leastScale && !o.double {
		err = fmt.Errorf("-scale %s: ranks so small would be read as integers: choose a scale nearer to 1", o.scale)
	}
	return cmp.Or(err, o.LinkWeights.Check())
}

var precisions = map[string]rank.Precision{"auto": rank.Auto, "float64": rank.Float64, "float32": rank.Float32, "disk": rank.Disk}

// leastScale is what a sum or a maximum of ranks is at least. Package kinds takes numbers below 1e-20 for integers, and with the
// usual -d the ranks of 2^31 pages are at least 7e-11 of their sum.
const leastScale = 1e-9

// scaling parses -scale: the figure that is scaled, sum or max or pages, and to what.
func (o *Flags) scaling() (what string, to float64, err error) {
	if o.scale == "pages" {
		return "pages", 1, nil
	}
	what, number, _ := strings.Cut(o.scale, "=")
	to, err = strconv.ParseFloat(number, 64)
	if (what == "sum" || what == "max") && err == nil && to > 0 && !math.IsInf(to, 0) {
		return what, to, nil
	}
	return "", 0, cli.Usagef("-scale must be sum=X, max=X or pages, not %q", o.scale)
}

// clock sets the seconds since from in -stats, and adds up if there are some already.
func (o *Flags) clock(env *cli.Env, key string, from time.Time) {
	if o.seconds == nil {
		o.seconds = map[string]float64{}
	}
	o.seconds[key] += time.Since(from).Seconds()
	env.Stats.Set(key, o.seconds[key])
}

// room is what the tool may take.
func (o *Flags) room(env *cli.Env) work.Room {
	r := env.Room()
	r.Memory -= o.Hosts.Bytes()
	if o.places != nil {
		r.Memory -= o.places.Bytes()
	}
	for _, set := range []*idset.Set{o.reading.Known, o.reading.All} {
		if set != nil {
			r.Memory -= set.Bytes()
		}
	}
	r.Threads = work.Threads(r.Threads, env.Memory, work.RankThread)
	r.Memory = max(0, r.Memory)
	return r
}

// Read reads the files of -personal, -known and -host-of, and then the links, the only operand or stdin. later are files that
// will be read afterwards, or "".
func (o *Flags) Read(env *cli.Env, later ...string) (*rank.Links, error) {
	if err := ProbeAll(env, append(later, o.personal, o.init, o.HostsFile())...); err != nil {
		return nil, err
	}
	for _, read := range []func(*cli.Env) error{o.readPersonal, o.readKnown, o.ReadHosts} {
		if err := read(env); err != nil {
			return nil, err
		}
	}
	in, src, weighted, err := o.LinkWeights.Open(env, env.Operands()[0], o.reading.Pages > 0 || o.noPages(), true)
	if err != nil {
		return nil, err
	}
	o.reading.Name, o.reading.Weighted, o.reading.Sum = in.Name, weighted, o.reading.Sum && weighted
	defer o.clock(env, "read_seconds", time.Now())
	links, err := rank.Read(src, o.reading, o.room(env))
	if err != nil {
		return nil, err
	}
	c := &links.Count
	o.linked = c.Links+c.Zero+c.Self > 0 || o.reading.Pages > 0
	if o.noPages() && links.Pages() > 0 {
		return nil, cmp.Or(links.Close(), shared.NoPages(in.Name))
	}
	if o.places != nil {
		if strays, all := links.Strays(o.places); strays > 0 {
			env.Warnf("%s: of %s with a weight %s: are they ids of the same links?", o.personal,
				tuple.Counted(all, "id"), tuple.Counted(strays, "is no page, and counts nothing",
					"are no pages, and count nothing"))
		}
	}
	if o.known == "" {
		strays, all := links.HostStrays(o.Hosts)
		if strays > 0 && o.reading.Pages > 0 {
			err := fmt.Errorf("%s: has a host for %s, but -pages says that there are %d: is it of the same links?", o.hostOf,
				tuple.Counted(strays, "id that is no page", "ids that are no pages"), o.reading.Pages)
			return nil, cmp.Or(links.Close(), err)
		}
		shared.OtherGraph(env, o.hostOf, "a host", strays, all, links.Pages())
	} else {
		all := int64(o.reading.All.Len())
		shared.OtherGraph(env, o.known, "a position", all-c.Met, all, c.Met)
	}
	if odd := stream.OneLinkEach(links.Count.Links); links.Count.Links == links.Pages()-links.Dangling() && odd != "" &&
		in.Warning() == "" {
		env.Warnf("%s: %s", in.Name, odd)
	}
	env.Stats.Add(cli.Figures{
		"links": links.Count.Links, "links_of_weight_0": links.Count.Zero, "repeated_links": links.Count.Repeated,
		"self_links":          links.Count.KeptSelf + links.Count.Self,
		"self_links_left_out": links.Count.Self, "links_of_unknown": links.Count.Unknown, "pages": links.Pages(),
		"dangling": links.Dangling(), "bits_per_link": links.BitsPerLink(),
	})
	return links, nil
}

func (o *Flags) readPersonal(env *cli.Env) error {
	if o.personal == "" {
		return nil
	}
	o.places = &rank.Weights{}
	err := eachScore(env, o.personal, "weight", func(id int32, weight float32) error {
		o.places.Add(id, weight)
		if err := o.isPage(o.personal, "weight", id); err != nil {
			return err
		}
		return inMemory(env, o.personal, o.places.Bytes())
	})
	o.places.Done()
	return err
}

// System makes the system of the links, which begins with the ranks of -init. Of one that is not the last the links are kept.
func (o *Flags) System(env *cli.Env, links *rank.Links, last bool) (rank.Solver, error) {
	how := rank.SystemOptions{
		Weights: o.places, Literal: o.literal, Precision: precisions[o.vector], Method: o.how.Method, Keep: !last,
	}
	ranked, strays := int64(0), int64(0)
	if o.init != "" {
		how.Start = func(yield func(id int32, score float32)) error {
			ranked, strays = 0, 0
			return eachScore(env, o.init, "rank", func(id int32, score float32) error {
				ranked++
				if !links.Has(id) {
					strays++
				}
				yield(id, score)
				return nil
			})
		}
	}
	defer o.clock(env, "prepare_seconds", time.Now())
	s, err := rank.NewSolver(links, how)
	if err != nil {
		return nil, err
	}
	if o.init != "" && ranked == 0 && links.Pages() > 0 {
		env.Warnf("%s: is empty: there are no ranks for -init", o.init)
	}
	if o.known == "" { // the pages that are not known have no rank
		shared.OtherGraph(env, o.init, "a rank", strays, ranked, links.Pages())
	}
	swept := s.Swept()
	env.Stats.Add(cli.Figures{
		"vector": swept.Vector, "swept_links": swept.Links, "swept_bytes": swept.Bytes, "swept_bytes_on_disk": swept.OnDisk,
	})
	return s, nil
}

// leastTol32 is what a float32 vector can be solved to: measured, it stands still between 1e-8 and 2e-8.
const leastTol32 = 1e-7

// Solve solves the system and tells how that went.
func (o *Flags) Solve(env *cli.Env, s rank.Solver) error {
	defer o.clock(env, "solve_seconds", time.Now())
	defer func(asked float64) { o.how.Tol = asked }(o.how.Tol) // the next system may have a float64 vector
	swept := s.Swept()
	if swept.Vector == "float32" && o.how.Tol < leastTol32 && swept.Links > 0 {
		env.Warnf("the vector is float32, so -tol %g is taken as %g", o.how.Tol, leastTol32)
		o.how.Tol = leastTol32
	}
	done, err := s.Solve(o.SolveOptions(env, swept.Bytes))
	if err != nil {
		return err
	}
	o.Tell(env, done, "ranks")
	return nil
}

// Scored gives the scores of pages in the order of their ids.
type Scored func(yield func(id int32, score float64) error) error

// Write writes ranks; their sum is known for sum and pages, their greatest is looked for.
func (o *Flags) Write(env *cli.Env, sum float64, pages int64, ranks Scored) error {
	what, to, err := o.scaling()
	if err != nil {
		return err
	}
	factor := to
	switch what {
	case "sum":
		factor /= sum
	case "pages":
		factor *= float64(pages) / sum
	case "max":
		most := 0.0
		err := ranks(func(_ int32, score float64) error { most = max(most, score); return nil })
		if err != nil {
			return err
		}
		factor /= most
	}
	zeros := math.IsInf(factor, 0) || math.IsNaN(factor)
	if zeros {
		factor = 0
	}
	defer o.clock(env, "write_seconds", time.Now())
	if _, to, _ := o.scaling(); to < leastScale { // with -f64, else it is refused
		env.Warnf("-scale %s: other tools take ranks so small for integers, unless -force is given", o.scale)
	}
	written, err := o.write(env, factor, ranks)
	if err == nil && zeros && written > 0 && o.linked {
		env.Unfinished("all ranks are 0, and are written: where links lead round no circle, no rank is left. Without -variant, " +
			"and with -dangling spread, ranks have a sum")
	}
	return err
}

// fits returns an error if the scale makes a rank +Inf, or makes 0 of a rank that is not 0.
func (o *Flags) fits(id int32, score, scaled float64) error {
	if math.IsInf(scaled, 0) || scaled == 0 && score > 0 && o.scale != "sum=1" {
		return fmt.Errorf("-scale %s: the rank of page %d does not fit in its type: choose a scale nearer to 1, or -f64", o.scale,
			id)
	}
	return nil
}

func (o *Flags) write(env *cli.Env, factor float64, ranks Scored) (written int64, err error) {
	out, err := Create(env, o.double, "rank")
	if err != nil {
		return 0, err
	}
	err = ranks(func(id int32, score float64) error {
		scaled := factor * score
		if !out.Double {
			scaled = float64(float32(scaled))
		}
		written++
		if err := out.Put(id, scaled); err != nil {
			return err
		}
		return o.fits(id, score, scaled)
	})
	if err != nil {
		return written, err
	}
	return written, out.Flush()
}

// Ranks are the ranks of a file, by ascending page.
func (o *Flags) Ranks(env *cli.Env, name string) func(yield func(id int32, score float32)) error {
	return func(yield func(id int32, score float32)) error {
		return eachScore(env, name, "rank", func(id int32, score float32) error {
			yield(id, score)
			return o.isPage(name, "rank", id)
		})
	}
}

// isPage returns an error if -pages says that an id in a file is no page: the file is then of another graph.
func (o *Flags) isPage(name, what string, id int32) error {
	if o.reading.Pages > 0 && int64(id) >= o.reading.Pages {
		return fmt.Errorf("%s: has a %s of the id %d, but -pages says that there are %d: is it of the same links?", name,
			what, id, o.reading.Pages)
	}
	return nil
}
