package warc

import (
	"bytes"
	"errors"
	"io"
)

// cuts are the sizes by which files are cut.
type cuts struct {
	section int // bytes of a section
	most    int // and how many a section may have until a place to cut is found; less than whole
	whole   int // bytes of a member that is decoded as a whole
	text    int // bytes of its text
}

const mostProbes = 64 // places of a section that are looked at as places to cut

// section is a part of the input that can be read by itself.
type section struct {
	raw    []byte  // whole members, decoded and framed by who reads it
	offset int64   // of raw in the file
	own    *window // of raw
	kind   compression
	dict   []byte

	frames []frame // or records that have been framed
	data   []byte
	notes  Notes
}

func (s *section) end() int64 { return s.offset + int64(len(s.raw)) }

// size is the number of bytes that the section keeps while it waits.
func (s *section) size() int64 { return int64(len(s.raw) + len(s.data)) }

func newFeeder(src io.Reader, opt *Options) *feeder {
	return &feeder{w: &window{src: src}, opt: opt, decoders: newDecoders(opt, nil), probes: newDecoders(opt, nil)}
}

func (f *feeder) close() {
	f.decoders.close()
	f.probes.close()
}

// feeder cuts the input into sections.
type feeder struct {
	w        *window
	opt      *Options
	kind     compression
	scan     *scanner // of the records, if they are framed here, in sequence
	text     text     // what scan reads
	dict     []byte   // of zstd
	decoders decoders
	probes   decoders // of places to cut
	probed   []byte
	notes    Notes
	until    int64 // in sequence up to here at least
	penalty  int64 // for the next section that has to be taken back
	free     [][]byte
	drain    func() error // commits all sections that are under way
}

// errSettle asks that what is under way be committed first.
var errSettle = errors.New("the sections before must be proven")

// next returns the next section. If settled is not true, sections before it may still have to be taken back.
func (f *feeder) next(settled bool) (section, error) {
	if f.kind == unknown {
		f.w.want(10)
		if f.kind = compressionOf(f.w.rest()); f.kind == plain {
			f.kind = f.behind()
		}
		if f.kind == zstandard {
			var err error
			if f.dict, err = dictionary(f.w); err != nil {
				return section{}, err
			}
		}
	}
	if f.scan == nil && (f.kind == gzipped || f.kind == zstandard) {
		s, ok, err := f.cutSection()
		if ok || err != nil {
			return s, err
		}
	}
	if f.scan == nil {
		if !settled {
			return section{}, errSettle
		}
		if err := f.sequence(f.w.offset() + int64(f.opt.cuts.most)); err != nil {
			return section{}, err
		}
	}
	return f.framed()
}

const startBytes = 1 << 20 // of a file that begins with neither a record nor a member, looked at for the first of them

// behind finds the compression of a file that begins with other bytes. It is that of the first member that holds a record. If two
// records come before it, the file is not packed. A single one may be what is left of a damaged frame: zstd keeps most of a short
// text as it is.
func (f *feeder) behind() compression {
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
			probes++
			if startsMember(c) {
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

// cutSection cuts a section of members; ok is false where no place to cut is found.
func (f *feeder) cutSection() (s section, ok bool, err error) {
	size, most := f.opt.cuts.section, f.opt.cuts.most
	have := f.w.want(most + probeBytes)
	rest := f.w.rest()
	switch {
	case f.w.err != nil && f.w.err != io.EOF:
		return s, false, f.w.err
	case have == 0:
		return s, false, io.EOF
	case have <= size && f.w.err == io.EOF:
		return f.makeSection(have), true, nil
	}
	at := f.cutGzip
	if f.kind == zstandard {
		at = f.cutZstd
	}
	if n := at(rest[:min(have, most+probeBytes)]); n > 0 {
		return f.makeSection(n), true, nil
	}
	if have <= most && f.w.err == io.EOF {
		return f.makeSection(have), true, nil
	}
	return s, false, nil
}

// cutGzip finds a member that begins with a record, a section from the start of b; 0 if there is none.
func (f *feeder) cutGzip(b []byte) int {
	at := f.opt.cuts.section
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
		if at >= f.opt.cuts.section {
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

// makeSection makes the next n bytes a section.
func (f *feeder) makeSection(n int) section {
	w := f.w
	s := section{raw: append(f.memory(), w.rest()[:n]...), offset: w.offset(), kind: f.kind, dict: f.dict}
	w.pos += n
	s.own = &window{buf: s.raw, off: s.offset, err: errAgain}
	if w.err == io.EOF && len(w.rest()) == 0 {
		s.own.err = io.EOF
	}
	return s
}

// back takes sections of members back, from the first one, which cannot be read by itself, to the last one that was cut.
func (f *feeder) back(sections []section) error {
	raw := make([][]byte, len(sections))
	for i := range sections {
		raw[i] = sections[i].raw
	}
	f.w.unread(raw...)
	until := sections[0].end() + f.penalty
	f.penalty = min(2*f.penalty+int64(f.opt.cuts.section), maxBlock)
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

// framed frames the records of a section.
func (f *feeder) framed() (section, error) {
	f.notes.keep = f.opt.Notes
	s := section{data: f.memory()}
	for f.scan != nil && len(s.data) < f.opt.cuts.section {
		fr, err := f.scan.next()
		if err == io.EOF || err == errMany {
			break
		}
		if err != nil {
			return s, err
		}
		shift := len(s.data) - fr.start
		s.data = append(s.data, f.scan.buf[fr.start:fr.end]...)
		fr.start, fr.block, fr.end = fr.start+shift, fr.block+shift, fr.end+shift
		s.frames = append(s.frames, fr)
		if cap(f.scan.buf) > 8*f.opt.cuts.most && fr.end-fr.start > 4*f.opt.cuts.most {
			f.scan.shrink()
		}
		f.resume()
	}
	s.notes, f.notes = f.notes, Notes{}
	if len(s.frames) == 0 && s.notes.Skips.Total() == 0 && len(s.notes.List) == 0 {
		return s, io.EOF
	}
	return s, nil
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

// memory is a buffer of a section that was committed, or nil.
func (f *feeder) memory() []byte {
	if n := len(f.free); n > 0 {
		b := f.free[n-1]
		f.free = f.free[:n-1]
		return b[:0]
	}
	return nil
}

func (f *feeder) recycle(s *section) {
	for _, b := range [][]byte{s.raw, s.data} {
		if b != nil && cap(b) <= 2*f.opt.cuts.most && len(f.free) <= 2*f.opt.Threads {
			f.free = append(f.free, b)
		}
	}
}
