package warc

import (
	"errors"
	"fmt"
	"io"
)

// Errors of At: no record begins at the place, or the block of the record there is larger than Options.MaxRecord.
var (
	ErrNoRecord = errors.New("no record begins there")
	ErrTooLarge = errors.New("the record is larger than the limit")
)

// At reads the record at a place that Record tells, of a file of a size, without what lies before its member. Only
// for a dictionary of zstd the start of the file is read too.
func At(file io.ReaderAt, size, offset, inner int64, opt Options) (*Record, error) {
	if offset < 0 || offset >= size || inner < 0 {
		return nil, ErrNoRecord
	}
	opt = opt.filled()
	behind := func(from int64) *window { return &window{src: io.NewSectionReader(file, from, size-from), off: from} }
	w := behind(offset)
	w.want(10)
	kind := compressionOf(w.rest())
	var dict []byte
	if kind == zstandard {
		var err error
		if dict, err = dictionary(behind(0)); err != nil {
			return nil, err
		}
	}
	r := newRecords(0, &opt)
	defer r.close()
	r.open(&section{own: w, kind: kind, dict: dict})
	r.Notes.sought = Note{Offset: offset, Inner: inner, Why: TooLarge}
	for {
		rec, err := r.Next()
		switch {
		case err == io.EOF, err == nil && (rec.Offset > offset || rec.Inner > inner):
			return nil, noRecord(&r.Notes)
		case err != nil:
			return nil, err
		case rec.Inner == inner:
			return rec, nil
		}
	}
}

// noRecord says why At gives no record, as far as the notes tell.
func noRecord(n *Notes) error {
	if n.met {
		return ErrTooLarge
	}
	err := ErrNoRecord
	n.Skips.Each(func(why Reason, _ int64) { err = fmt.Errorf("%w: %v", ErrNoRecord, why) })
	return err
}
