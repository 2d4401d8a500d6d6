package warc

import (
	"bytes"
	"errors"
	"io"
)

// cuts are the sizes by which files are cut.
type cuts struct {
	run   int // bytes of a run
	most  int // and how many a run may have until a place to cut is found; less than whole
	whole int // bytes of a member that is decoded as a whole
	text  int // bytes of its text
}

const mostProbes = 64 // places of a run that are looked at as places to cut

// run is a part of the input that can be read by itself.
type run struct {
	raw    []byte  // whole members, decoded and framed by who reads it
	offset int64   // of raw in the file
	own    *window // of raw
	kind   container
	dict   []byte

	frames []frame // or records that have been framed
	data   []byte
	notes  Notes
}

func (r *run) end() int64 { return r.offset + int64(len(r.raw)) }

// size is the number of bytes that the run keeps while it waits.
func (r *run) size() int64 { return int64(len(r.raw) + len(r.data)) }

func newFeeder(src io.Reader, opt *Options) *feeder {
	return &feeder{w: &window{src: src}, opt: opt, decoders: newDecoders(opt, nil), probes: newDecoders(opt, nil)}
}

func (f *feeder) close() {
	f.decoders.close()
	f.probes.close()
}

// feeder cuts the input into runs.
type feeder struct {
	w        *window
	opt      *Options
	kind     container
	scan     *scanner // of the records, if they are framed here, in sequence
	text     text     // what scan reads
	dict     []byte   // of zstd
	decoders decoders
	probes   decoders // of places to cut
	probed   []byte
	notes    Notes
	until    int64 // in sequence up to here at least
	penalty  int64 // for the next run that has to be taken back
	free     [][]byte
	drain    func() error // commits all runs that are under way
}

// errSettle asks that what is under way be committed first.
var errSettle = errors.New("the runs before must be proven")

// next returns the next run. If settled is not true, runs before it may still have to be taken back.
func (f *feeder) next(settled bool) (run, error) {
	if f.kind == unknown {
		f.w.want(10)
		if f.kind = containerOf(f.w.rest()); f.kind == plain {
			f.kind = f.behind()
		}
		if f.kind == zstandard {
			var err error
			if f.dict, err = dictionary(f.w); err != nil {
				return run{}, err
			}
		}
	}
	if f.scan == nil && (f.kind == gzipped || f.kind == zstandard) {
		r, ok, err := f.cutRun()
		if ok || err != nil {
			return r, err
		}
	}
	if f.scan == nil {
		if !settled {
			return run{}, errSettle
		}
		if err := f.sequence(f.w.offset() + int64(f.opt.cuts.most)); err != nil {
			return run{}, err
		}
	}
	return f.framed()
}

const startBytes = 1 << 20 // of a file that begins with neither a record nor a member, looked at for the first of them

// behind finds the container of a file that begins with other bytes. It is that of the first member that holds a record. If two
// records come before it, the file is not packed. A single one may be what is left of a damaged frame: zstd keeps most of a short
// text as it is.
func (f *feeder) behind() container {
	f.w.want(probeBytes)
	b := f.w.rest()
	if startsRecord(bytes.TrimLeft(b, "\r\n")) {
		return plain
	}
	f.w.want(startBytes)
	b = f.w.rest()
	for at, probes, records := 1, 0, 0; at < len(b) && probes < mostProbes && records < 2; at++ {
		switch c := b[at:]; {
		case c[0] == 'B' && len(c) >= bzip2Head && beginsBzip2(c):
			return bzipped
		case b[at-1] == '\n' && startsRecord(c):
			records++
		case bytes.HasPrefix(c, gzipMagic):
			if probes++; startsMember(c) {
				return gzipped
			}
		case isFrame(c):
			probes++
			if n := frameSize(c); n > 0 && (f.startsFrame(c[:n]) || f.wide(c) && frameSize(c[n:]) > 0) {
				return zstandard
			}
		}
	}
	return plain
}

// cutRun cuts a run of members; ok is false where no place to cut is found.
func (f *feeder) cutRun() (r run, ok bool, err error) {
	size, most := f.opt.cuts.run, f.opt.cuts.most
	have := f.w.want(most + probeBytes)
	rest := f.w.rest()
	switch {
	case f.w.err != nil && f.w.err != io.EOF:
		return r, false, f.w.err
	case have == 0:
		return r, false, io.EOF
	case have <= size && f.w.err == io.EOF:
		return f.makeRun(have), true, nil
	}
	at := f.cutGzip
	if f.kind == zstandard {
		at = f.cutZstd
	}
	if n := at(rest[:min(have, most+probeBytes)]); n > 0 {
		return f.makeRun(n), true, nil
	}
	if have <= most && f.w.err == io.EOF {
		return f.makeRun(have), true, nil
	}
	return r, false, nil
}

// cutGzip finds a member that begins with a record, a run from the start of b; 0 if there is none.
func (f *feeder) cutGzip(b []byte) int {
	at := f.opt.cuts.run
	for range mostProbes {
		i := bytes.Index(b[at:min(len(b), f.opt.cuts.most)], gzipMagic)
		if i < 0 {
			return 0
		}
		if at += i; startsMember(b[at:]) {
			return at
		}
		at++
	}
	return 0
}

// cutZstd does the same for frames, which tell how long they are.
func (f *feeder) cutZstd(b []byte) int {
	probes := 0
	for at := 0; at < f.opt.cuts.most && probes < mostProbes; {
		n := frameSize(b[at:])
		if n == 0 {
			return 0
		}
		if at >= f.opt.cuts.run {
			probes++
			if f.startsFrame(b[at : at+n]) {
				return at
			}
		}
		at += n
	}
	return 0
}

// wide reports whether the window of a frame is too large to decode the frame only to look at it.
func (f *feeder) wide(frame []byte) bool {
	return f.opt.Share > 0 && frameWindow(frame) > f.opt.Share/4
}

// startsFrame reports whether the text of a frame begins with a record.
func (f *feeder) startsFrame(frame []byte) bool {
	if isSkippable(frame) || f.wide(frame) {
		return false
	}
	t, err := f.probes.open(zstandard, &window{buf: frame, err: io.EOF}, f.dict)
	if err != nil {
		return false
	}
	text, _, err := t.next(f.probed[:0])
	f.probed = text
	return err == nil && startsRecord(text)
}

// makeRun makes the next n bytes a run.
func (f *feeder) makeRun(n int) run {
	w := f.w
	r := run{raw: append(f.memory(), w.rest()[:n]...), offset: w.offset(), kind: f.kind, dict: f.dict}
	w.pos += n
	r.own = &window{buf: r.raw, off: r.offset, err: errAgain}
	if w.err == io.EOF && len(w.rest()) == 0 {
		r.own.err = io.EOF
	}
	return r
}

// back takes runs of members back, from the first one, which cannot be read by itself, to the last one that was cut.
func (f *feeder) back(runs []run) error {
	raw := make([][]byte, len(runs))
	for i := range runs {
		raw[i] = runs[i].raw
	}
	f.w.unread(raw...)
	until := runs[0].end() + f.penalty
	f.penalty = min(2*f.penalty+int64(f.opt.cuts.run), maxBlock)
	return f.sequence(until)
}

// sequence begins to frame records here.
func (f *feeder) sequence(until int64) (err error) {
	f.decoders.ask = f.drain
	if f.text, err = f.decoders.open(f.kind, f.w, f.dict); err != nil {
		return err
	}
	f.until = until
	f.scan = &scanner{most: f.opt.MaxRecord}
	if f.opt.Share > 0 {
		f.scan.ordinary, f.scan.settle = int64(f.opt.cuts.text), f.drain
	}
	f.scan.reset(f.text, &f.notes)
	return nil
}

// framed frames the records of a run.
func (f *feeder) framed() (run, error) {
	f.notes.keep = f.opt.Notes
	r := run{data: f.memory()}
	for f.scan != nil && len(r.data) < f.opt.cuts.run {
		fr, err := f.scan.next()
		if err == io.EOF || err == errMany {
			break
		}
		if err != nil {
			return r, err
		}
		shift := len(r.data) - fr.start
		r.data = append(r.data, f.scan.buf[fr.start:fr.end]...)
		fr.start, fr.block, fr.end = fr.start+shift, fr.block+shift, fr.end+shift
		r.frames = append(r.frames, fr)
		if cap(f.scan.buf) > 8*f.opt.cuts.most && fr.end-fr.start > 4*f.opt.cuts.most {
			f.scan.shrink()
		}
		f.resume()
	}
	r.notes, f.notes = f.notes, Notes{}
	if len(r.frames) == 0 && r.notes.Skips.Total() == 0 && len(r.notes.List) == 0 {
		return r, io.EOF
	}
	return r, nil
}

// resume ends the sequence where a member begins with a record, far enough behind what made it necessary.
func (f *feeder) resume() {
	switch t := f.text.(type) {
	case *gzipText:
		if t.stream || t.lost {
			return
		}
	case *zstdText:
	default:
		return
	}
	offset, ok := f.scan.memberStart()
	if ok && offset >= f.until && offset >= f.w.off {
		f.w.pos = int(offset - f.w.off)
		f.scan, f.text = nil, nil
	}
}

// memory is a buffer of a run that was committed, or nil.
func (f *feeder) memory() []byte {
	if n := len(f.free); n > 0 {
		b := f.free[n-1]
		f.free = f.free[:n-1]
		return b[:0]
	}
	return nil
}

func (f *feeder) recycle(r *run) {
	for _, b := range [][]byte{r.raw, r.data} {
		if b != nil && cap(b) <= 2*f.opt.cuts.most && len(f.free) <= 2*f.opt.Threads {
			f.free = append(f.free, b)
		}
	}
}
