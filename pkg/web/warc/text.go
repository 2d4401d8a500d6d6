package warc

import (
	"errors"
	"io"
)

// text gives the decoded text of a file, part by part.
type text interface {
	// next appends a part to dst; io.EOF is the end.
	next(dst []byte) ([]byte, part, error)
	// plain: places in the text are places in the file.
	plain() bool
}

// part tells what next gave: a member, or some of one. It may be empty.
type part struct {
	begin, end    bool   // it is the first, the last of its member
	offset, after int64  // in the file: of the member; at the end, of what follows it
	gap           Reason // what is wrong with what lies behind this part, or none
}

// plainText is a file that is not compressed.
type plainText struct {
	w     *window
	begun bool
}

func (p *plainText) plain() bool { return true }

func (p *plainText) next(dst []byte) ([]byte, part, error) {
	n := p.w.want(1)
	if n == 0 {
		return dst, part{}, p.w.err
	}
	got := part{begin: !p.begun, offset: p.w.offset()}
	p.begun = true
	dst = append(dst, p.w.rest()...)
	p.w.pos += n
	return dst, got, nil
}

// readInto appends what one read gives; it returns an error only with nothing read.
func readInto(dst []byte, r io.Reader) ([]byte, error) {
	dst = grow(dst, readBytes)
	for range 100 {
		n, err := r.Read(dst[len(dst) : len(dst)+readBytes])
		if n > 0 {
			return dst[:len(dst)+n], nil // an error comes again
		}
		if err != nil {
			return dst, err
		}
	}
	return dst, io.ErrNoProgress
}

// gapOf says what a decoder's error means: nothing at the regular end, a cut, damage; an error of the file stays one.
func gapOf(err error, w *window) (Reason, error) {
	switch {
	case err == io.EOF:
		return none, nil
	case w.err != nil && w.err != io.EOF && len(w.rest()) == 0:
		return none, w.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return CutOff, nil
	}
	return Damaged, nil
}
