package warc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdText is a file of zstd frames, each decoded as a stream.
type zstdText struct {
	w      *window
	z      *zstd.Decoder
	frame  frameReader
	stream bool         // inside a frame
	begin  int64        // where the frame begins in the file
	lost   bool         // look for the next frame
	most   int64        // bytes of the largest window that is decoded
	wide   bool         // the last window was larger than share
	share  int64        // bytes of a window that may be taken without asking; 0: any
	ask    func() error // waits until a larger window may be taken
	remake func() (*zstd.Decoder, error)
}

const (
	zstdMagic     = 0xFD2FB528
	skipMagic     = 0x184D2A50 // and the 15 above it
	dictMagic     = 0x184D2A5D // the frame that holds the dictionary of a WARC file, its first one
	MaxWindow     = 128 << 20  // archives packed with --long=27 need so much
	maxDictionary = 16 << 20
)

var (
	errFrame      = errors.New("the zstd frame is damaged")
	errDictionary = errors.New("the dictionary of the zstd file is damaged")
)

func newZstd(dict []byte) (*zstd.Decoder, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(MaxWindow)}
	if dict != nil {
		options = append(options, zstd.WithDecoderDicts(dict))
	}
	return zstd.NewReader(nil, options...)
}

func (t *zstdText) plain() bool { return false }

// next decodes a part of a frame.
func (t *zstdText) next(dst []byte) ([]byte, part, error) {
	got := part{offset: t.begin}
	if !t.stream {
		if gap, err := t.open(); err != nil || gap != none {
			return dst, part{begin: true, offset: t.w.offset(), gap: gap}, err
		}
		got.begin, got.offset = true, t.begin
	}
	dst, err := readInto(dst, t.z)
	if err == nil {
		return dst, got, nil
	}
	if errors.Is(err, errAgain) {
		return dst, got, errAgain
	}
	t.stream = false
	if err == io.EOF && !t.frame.done {
		err = errFrame
	}
	if got.gap, err = gapOf(err, t.w); err == nil && got.gap == none {
		got.end, got.after = true, t.w.offset()
	}
	if err == nil && got.gap != none {
		err = t.leave()
	}
	return dst, got, err
}

// leave moves behind a damaged frame: to the end of its blocks, if a frame or the end of the file follows there, else
// to the next frame that begins after the head of the damaged one. Where bytes are missing, the blocks may seem to end
// where a later frame does, just when that has their length: then it is the next frame.
func (t *zstdText) leave() error {
	w := t.w
	if back := w.offset() - t.begin; back <= zstdBack && back <= int64(w.pos) {
		w.pos -= int(back)
	} else {
		w.pos -= min(w.pos, zstdBack)
		t.lost = true
		return nil
	}
	have := w.want(zstdBack)
	n := frameSize(w.rest()[:min(have, zstdBack)])
	if have < zstdBack && w.err == errAgain && (n == 0 || n+4 > have) {
		return errAgain // the section ends too early to decide
	}
	if rest := w.rest()[n:]; n > 0 && (len(rest) == 0 || isFrame(rest)) {
		w.pos += lastFrame(w.rest()[:n])
		return nil
	}
	w.pos += min(have, 4)
	t.lost = true
	return nil
}

// lastFrame is the place in the bytes of a damaged frame of the first frame that begins behind its head and that, with those that
// follow, ends where they end; if there is none, it is their end.
func lastFrame(b []byte) int {
	magic := binary.LittleEndian.AppendUint32(nil, zstdMagic)
	for from := 4; ; {
		i := bytes.Index(b[from:], magic)
		if i < 0 {
			return len(b)
		}
		from += i
		end := from
		for n := 1; n > 0 && end < len(b); end += n {
			n = frameSize(b[end:])
		}
		if end == len(b) {
			return from
		}
		from = max(from+len(magic), end) // what begins inside these frames is not looked at again
	}
}

const zstdBack = 1 << 20 // most bytes of a damaged frame that are searched again

func isFrame(b []byte) bool {
	return isSkippable(b) || len(b) >= 4 && binary.LittleEndian.Uint32(b) == zstdMagic
}

// open goes to the next frame with text and begins it.
func (t *zstdText) open() (gap Reason, err error) {
	for {
		if t.lost {
			t.find()
			t.lost = false
		}
		have := t.w.want(readBytes)
		if have == 0 {
			return none, atEnd(t.w)
		}
		head := t.w.rest()
		switch {
		case have < 4:
			t.w.pos += have
			return CutOff, nil
		case isSkippable(head):
			if !t.skip() {
				return CutOff, t.w.err
			}
		case binary.LittleEndian.Uint32(head) == zstdMagic:
			return t.start()
		default:
			t.lost = true
			t.w.pos++
			return Garbage, nil
		}
	}
}

// start begins a frame, if there is memory for its window.
func (t *zstdText) start() (gap Reason, err error) {
	t.begin = t.w.offset()
	t.frame = frameReader{w: t.w}
	window := frameWindow(t.w.rest())
	switch {
	case window > t.most:
		if _, err = io.Copy(io.Discard, &t.frame); err != nil {
			gap, err = gapOf(err, t.w)
			if err == nil {
				err = t.leave()
			}
			return gap, err
		}
		return TooWide, nil
	case t.share > 0 && window > t.share:
		if err := t.ask(); err != nil {
			return none, err
		}
		t.wide = true
	case t.wide: // frees the memory of a large window
		t.z.Close()
		if t.z, err = t.remake(); err != nil {
			return none, err
		}
		t.wide = false
	}
	t.stream = true
	return none, t.z.Reset(&t.frame)
}

// frameWindow returns the window size that the head of a frame states, or 0 if b, of at least 5 bytes, does not hold all of it.
func frameWindow(b []byte) int64 {
	if len(b) < 6 {
		return 0
	}
	descriptor := b[4]
	if descriptor&0x20 == 0 {
		exponent, mantissa := b[5]>>3, int64(b[5]&7)
		base := int64(1) << (10 + exponent)
		return base + base/8*mantissa
	}
	at, size := 5+[4]int{0, 1, 2, 4}[descriptor&3], [4]int{1, 2, 4, 8}[descriptor>>6]
	if len(b) < at+size {
		return 0
	}
	var field [8]byte
	copy(field[:], b[at:at+size])
	n := binary.LittleEndian.Uint64(field[:])
	if size == 2 {
		n += 256
	}
	return int64(min(n, 1<<62))
}

func isSkippable(b []byte) bool { return len(b) >= 4 && binary.LittleEndian.Uint32(b)&^15 == skipMagic }

// skip passes over a skippable frame, and reports whether it was whole.
func (t *zstdText) skip() bool {
	if t.w.want(8) < 8 {
		return false
	}
	size := 8 + int64(binary.LittleEndian.Uint32(t.w.rest()[4:]))
	for size > 0 {
		n := min(int64(t.w.want(1)), size)
		if n == 0 {
			return false
		}
		t.w.pos += int(n)
		size -= n
	}
	return true
}

// find goes to the next frame by its magic.
func (t *zstdText) find() {
	magic := binary.LittleEndian.AppendUint32(nil, zstdMagic)
	for {
		have := t.w.want(readBytes)
		if i := bytes.Index(t.w.rest(), magic); i >= 0 {
			t.w.pos += i
			return
		}
		t.w.pos += max(have-len(magic)+1, 0)
		if t.w.err != nil {
			t.w.pos = len(t.w.buf)
			return
		}
	}
}

// frameReader gives the bytes of one frame: its header, its blocks, its checksum.
type frameReader struct {
	w        *window
	left     int // bytes of the part that is being read
	begun    bool
	last     bool // it was the last block
	checksum bool
	done     bool
}

// Read implements io.Reader.
func (f *frameReader) Read(p []byte) (int, error) {
	for f.left == 0 {
		if f.done {
			return 0, io.EOF
		}
		if err := f.part(); err != nil {
			return 0, err
		}
	}
	if f.w.want(1) == 0 {
		return 0, f.short()
	}
	n := copy(p[:min(len(p), f.left)], f.w.rest())
	f.w.pos += n
	f.left -= n
	return n, nil
}

func (f *frameReader) short() error {
	if f.w.err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return f.w.err
}

// part measures what comes next.
func (f *frameReader) part() error {
	need := 3
	if !f.begun {
		need = 5
	}
	switch {
	case f.last && f.checksum:
		f.left, f.checksum = 4, false
		return nil
	case f.last:
		f.done = true
		return nil
	case f.w.want(need) < need:
		return f.short()
	case !f.begun:
		f.begun = true
		f.left, f.checksum = frameHeader(f.w.rest()[4])
		return nil
	}
	size, last, ok := blockSize(f.w.rest())
	if !ok {
		return errFrame
	}
	f.left, f.last = size, last
	return nil
}

// frameHeader is the size of a frame's header, by its descriptor, and whether a checksum ends the frame.
func frameHeader(descriptor byte) (size int, checksum bool) {
	single := descriptor&0x20 != 0
	size = 5 + [4]int{0, 1, 2, 4}[descriptor&3] + [4]int{0, 2, 4, 8}[descriptor>>6]
	switch {
	case !single:
		size++
	case descriptor>>6 == 0:
		size++
	}
	return size, descriptor&4 != 0
}

// blockSize is the size of a block with its header, of at least 3 bytes.
func blockSize(b []byte) (size int, last, ok bool) {
	head := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
	switch head >> 1 & 3 {
	case 1:
		return 3 + 1, head&1 != 0, true // one byte, repeated
	case 3:
		return 0, false, false
	}
	return 3 + head>>3, head&1 != 0, true
}

// frameSize is the size of the frame at the start of b, 0 if it is none or is not all there.
func frameSize(b []byte) int {
	if isSkippable(b) && len(b) >= 8 {
		if n := 8 + int(binary.LittleEndian.Uint32(b[4:])); n > 0 && n <= len(b) {
			return n
		}
		return 0
	}
	if len(b) < 5 || binary.LittleEndian.Uint32(b) != zstdMagic {
		return 0
	}
	f := frameReader{w: &window{buf: b, err: io.EOF}}
	for !f.done {
		if f.part() != nil || f.left > len(f.w.rest()) {
			return 0
		}
		f.w.pos += f.left
		f.left = 0
	}
	return f.w.pos
}

// dictionary is the one at the start of a file, itself packed or not; nil if there is none.
func dictionary(w *window) ([]byte, error) {
	if w.want(8) < 8 || binary.LittleEndian.Uint32(w.rest()) != dictMagic {
		return nil, nil
	}
	size := 8 + int64(binary.LittleEndian.Uint32(w.rest()[4:]))
	if size > maxDictionary || int64(w.want(int(size))) < size {
		return nil, nil // it will be found cut off
	}
	dict := w.rest()[8:size]
	if len(dict) < 4 || binary.LittleEndian.Uint32(dict) != zstdMagic {
		return bytes.Clone(dict), nil
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	dict, err = z.DecodeAll(dict, nil)
	if err != nil {
		return nil, errDictionary
	}
	return dict, nil
}
