package docs

import (
	"cmp"
	"io"

	"webmill/pkg/web/page"
	"webmill/pkg/work"
)

// LineMaker makes lines of one document after the other. C is the type of its counts.
type LineMaker[C any] interface {
	Allow(page.Allowance)                     // what each following document may take
	Append([]byte, *Document) ([]byte, error) // appends the lines of a document, with their ends
	Take() C                                  // the counts of the documents since it was last called
}

// Lines makes lines of the documents of one volume after the other.
type Lines[C any] struct {
	in       *Reader
	spool    *Spool
	newMaker newMaker[C]
	makers   []maker[C] // one for each worker
}

// newMaker makes a LineMaker for a worker. If a LineMaker makes very many lines of a document, it hands those so far to full,
// and appends the next ones to what full returns.
type newMaker[C any] = func(full func([]byte) []byte) LineMaker[C]

type maker[C any] struct {
	LineMaker[C]
	out *Held // what it is writing
}

// NewLines makes Lines.
func NewLines[C any](room work.Room, r *Reader, newMaker newMaker[C]) *Lines[C] {
	makers := make([]maker[C], r.Plan.Threads)
	return &Lines[C]{in: r, spool: NewSpool(room, r.Plan.lines()), newMaker: newMaker, makers: makers}
}

// madeLines is what was made of one Batch.
type madeLines[C any] struct {
	out    *Held
	counts C
}

// Read reads a volume. It calls write with the lines and add with the counts, in the order of the input.
func (l *Lines[C]) Read(v *Volume, add func(*C), write func(lines []byte) error) (Tally, error) {
	return Read(l.in, v, l.work, func(p madeLines[C]) error {
		add(&p.counts)
		return p.out.WriteTo(write)
	})
}

func (l *Lines[C]) work(in *Batch) (made madeLines[C], err error) {
	m := &l.makers[in.Worker]
	if m.LineMaker == nil {
		m.LineMaker = l.newMaker(func(text []byte) []byte { return m.out.Full(text) })
	}
	m.Take() // drops the counts of a batch that failed
	large := false
	m.Allow(l.in.Plan.Allowance(func() bool {
		large = true
		return in.Turn()
	}))
	m.out = l.spool.Get()
	for {
		d, err := in.Next()
		if err == io.EOF {
			made = madeLines[C]{m.out, m.Take()}
			if large { // it keeps what a large document took, which the one whose turn is next may need
				m.LineMaker = nil
			}
			return made, m.out.Err
		}
		if err == nil {
			m.out.Text, err = m.Append(m.out.Text, d)
			m.out.Text = m.out.Full(m.out.Text)
		}
		if err = cmp.Or(err, m.out.Err); err != nil {
			return made, err
		}
	}
}
