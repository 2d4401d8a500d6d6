package warc

import "io"

// Records gives the records of a section, one after the other. It belongs to one goroutine.
type Records struct {
	Worker int   // which of the workers reads it, from 0
	Notes  Notes // what was passed over so far

	scan     *scanner // finds the records, or
	members  *scanner // its memory
	decoders decoders
	frames   []frame // they have been found in data
	data     []byte
	count    int64
	opt      *Options
	rec      Record
	err      error
	turn     func() bool // waits for the turn of the section; nil: no need to wait
}

func newRecords(worker int, opt *Options) *Records {
	r := &Records{Worker: worker, opt: opt, members: &scanner{most: opt.MaxRecord}}
	r.decoders = newDecoders(opt, r.settle)
	r.rec.http = &Decoder{Most: opt.MaxBody, Turn: r.Turn}
	if opt.Share > 0 {
		r.members.ordinary, r.members.settle = int64(opt.cuts.text), r.settle
		r.rec.http.Share = int64(opt.cuts.text)
	}
	return r
}

// Turn waits until all sections before this one have been committed, so that only one at a time is past this point. It reports
// whether the result of the section will be used.
func (r *Records) Turn() bool { return r.turn == nil || r.turn() }

// settle waits for the turn of the section. It is called before a large record is kept.
func (r *Records) settle() error {
	if !r.Turn() {
		return errAgain
	}
	return nil
}

func (r *Records) close() {
	r.decoders.close()
	r.rec.http.Close()
}

// open makes the records of a section what is read.
func (r *Records) open(in *section) {
	r.frames, r.data, r.Notes, r.count, r.err, r.scan = in.frames, in.data, in.notes, 0, nil, nil
	r.Notes.keep = r.opt.Notes
	r.rec.http.Trim()
	if in.own != nil {
		r.scan = r.members
		if cap(r.scan.buf) > 8*r.opt.cuts.most {
			r.scan.buf = nil // one large member is no reason to keep so much
		}
		t, err := r.decoders.open(in.kind, in.own, in.dict)
		r.err = err
		r.scan.reset(t, &r.Notes)
	}
}

// Next returns the next record; io.EOF is the end of the section. What cannot be read is passed over and noted.
func (r *Records) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	f, data, err := r.frame()
	if err != nil {
		r.err = err
		return nil, err
	}
	r.count++
	if f.short {
		r.Notes.Recovered++
	}
	r.rec.Offset, r.rec.Inner, r.rec.Length = f.offset, f.inner, f.length
	r.rec.parse(data[f.start:f.block], data[f.block:f.end], f.arc)
	return &r.rec, nil
}

func (r *Records) frame() (frame, []byte, error) {
	if r.scan != nil {
		f, err := r.scan.next()
		if err == errMany {
			err = errAgain // read in sequence, the rest will be another section
		}
		return f, r.scan.buf, err
	}
	if len(r.frames) == 0 {
		return frame{}, nil, io.EOF
	}
	f := r.frames[0]
	r.frames = r.frames[1:]
	return f, r.data, nil
}
