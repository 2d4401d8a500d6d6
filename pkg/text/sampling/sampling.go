// Package sampling draws some documents of each cluster, for an expert to judge (Nitsche 2003, 4.3.2.4.5).
//
// A document has a random number that depends on the seed and its id only. Of each cluster those with the lowest numbers are
// drawn. So the result depends on nothing else, a larger sample has the documents of a smaller one, and a document that is in
// several clusters has the same number in all of them.
package sampling

import (
	"math"

	"webmill/pkg/extmem"
	"webmill/pkg/extsort"
	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say what is drawn.
type Options struct {
	Per    int64 // documents of a cluster
	BySize bool  // Per is the mean: a cluster gets as many as its share of the documents says, and Least at least
	Seed   uint64
	work.Room
}

// Least is how many documents of a cluster are drawn at least by its size, if it has them.
const Least = 2

// Stats says what was done.
type Stats struct {
	Documents int64 // records (doc, cluster) to draw from
	Clusters  int64 // that have such records
	Drawn     int64 // records
	Short     int64 // clusters that have fewer documents than were to be drawn
	LeftOut   int64 // documents that LeaveOut named,
	Strange   int64 // and those that it named but the input does not have
}

// Draw is a job. It ends with Free.
type Draw struct {
	Stats
	opt    Options
	tables *extmem.Tables
	judged extmem.Table // (doc)
	keyed  extmem.Table // (cluster, random number, doc), sorted
	sizes  extmem.Table // (cluster, documents)
	drawn  extmem.Table // (doc, cluster)
}

// New begins a job.
func New(opt Options) (*Draw, error) {
	d := &Draw{opt: opt, tables: &extmem.Tables{Room: opt.Room}}
	for _, t := range []struct {
		table *extmem.Table
		width int
	}{{&d.judged, 1}, {&d.keyed, 3}, {&d.sizes, 2}, {&d.drawn, 2}} {
		var err error
		if *t.table, err = d.tables.New(t.width); err != nil {
			d.Free()
			return nil, err
		}
	}
	return d, nil
}

// Free frees the memory of the job.
func (d *Draw) Free() { d.tables.Free() }

// LeaveOut names a document that is not to be drawn. The documents may come in any order, and again.
func (d *Draw) LeaveOut(doc int32) error { return d.judged.Put(doc) }

// Run draws from (doc, cluster), sorted by both, each record once. What it writes is sorted in the same way.
//
// Passes: one; what does not fit is written and read again for each of two sorts. Memory: that of the room.
func (d *Draw) Run(dst tuple.Sink, in tuple.Input) error {
	if err := d.tables.SortUnique(&d.judged, 0); err != nil {
		return err
	}
	err := tuple.Piped(3, func(dst tuple.Sink) error { return d.number(dst, in) }, func(src tuple.Source) error {
		opt := extsort.Options{Width: 3, Room: d.opt.With(d.opt.Memory / 2)}
		_, err := extsort.Sort(d.keyed.Ints, []tuple.Source{src}, opt)
		return err
	})
	if err != nil {
		return err
	}
	if err := d.count(); err != nil {
		return err
	}
	if err := d.choose(); err != nil {
		return err
	}
	return d.tables.SortTo(dst, d.drawn, 0, 1)
}

// number gives each document its random number.
func (d *Draw) number(dst tuple.Sink, in tuple.Input) error {
	out := tuple.NewWriter(dst, 3)
	judged := d.judged.Cursor()
	seed, last := hashes.Mix(d.opt.Seed), int32(-1)
	r := tuple.NewReader(in.InOrder(2, true, 0, 1), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		doc := rec[0]
		if judged.SkipTo(int64(doc)) {
			if doc != last {
				d.LeftOut++
			}
			last = doc
			continue
		}
		d.Documents++
		out.Put(rec[1], random(seed, doc), doc)
	}
	if err := r.Err(); err != nil {
		return err
	}
	if err := judged.Err(); err != nil {
		return err
	}
	d.Strange = d.judged.Len() - d.LeftOut
	return out.Flush()
}

// random is the random number of a document, which is no negative int32: that number of SplitMix64.
func random(seed uint64, doc int32) int32 {
	return int32(hashes.Mix(seed+(uint64(doc)+1)*hashes.Golden) >> 33)
}

// count counts the documents of each cluster.
func (d *Draw) count() error {
	if err := extmem.GroupBy(d.sizes.Ints, d.keyed.Input(0), []extmem.Aggregate{{Op: extmem.Count}}); err != nil {
		return err
	}
	d.Clusters = d.sizes.Len()
	return nil
}

// choose takes the first documents of each cluster.
func (d *Draw) choose() error {
	out := tuple.NewWriter(d.drawn.Ints, 2)
	sizes, keyed := d.sizes.Reader(), d.keyed.Reader()
	for size := sizes.Next(); size != nil; size = sizes.Next() {
		want := d.want(size[1])
		if int64(size[1]) < want {
			d.Short++
		}
		for i := range size[1] {
			rec := keyed.Next()
			if rec == nil {
				return keyed.Err()
			}
			if int64(i) < want {
				d.Drawn++
				out.Put(rec[2], rec[0])
			}
		}
	}
	if err := sizes.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// want is how many documents of a cluster are to be drawn.
func (d *Draw) want(size int32) int64 {
	if !d.opt.BySize {
		return d.opt.Per
	}
	mean := float64(d.Documents) / float64(d.Clusters)
	return max(Least, int64(math.Round(float64(d.opt.Per)*float64(size)/mean)))
}
