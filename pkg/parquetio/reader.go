package parquetio

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// Reader is the Source of a Parquet file. Each column is decoded ahead by its own goroutine, from the first ReadBlock to
// the end or Close.
type Reader struct {
	columns []*columnReader
	stored  []tuple.Column // what the file holds
	cols    []tuple.Column // what is given
	recast  bool           // what is given is not what is stored
	unused  bool           // some columns are not read
	buf     []int32        // records as they are stored, for the checksum
	want    stated
	rows    int64 // in the file
	records int64 // read so far
	sum     uint32
	mem     codec

	started bool
	quit    chan struct{}
	wait    sync.WaitGroup
	err     error
}

// stated is what the writer of a file says about it.
type stated struct {
	rows, sum string // "" where the writer is another program
}

// ReaderBytes is about what a reader takes: the batches of its columns, compressed and decompressed.
const ReaderBytes = 8 << 20

// NewReader opens a Parquet file of size bytes. Of the columns that the caller needs, nil if he takes any, it minds where
// they are f64.
func NewReader(r io.ReaderAt, size int64, needed []tuple.Column) (p *Reader, err error) {
	err = fence(func() error {
		meta, all, err := readFooter(r, size)
		if err == nil {
			err = checkSchema(all)
		}
		if err != nil {
			return err
		}
		if p, err = newReader(r, meta, all); err != nil {
			return err
		}
		if p.cols, err = given(p.stored, needed); err != nil {
			return err
		}
		for i, at := range starts(p.cols) {
			p.columns[i].mem.nulls = p.cols[at].Null
		}
		p.recast = !slices.Equal(p.cols, p.stored)
		return err
	})
	return p, err
}

func newReader(r io.ReaderAt, meta *format.FileMetaData, all []leaf) (p *Reader, err error) {
	mem, err := newCodec()
	if err != nil {
		return nil, err
	}
	p = &Reader{rows: meta.NumRows, quit: make(chan struct{}), mem: mem}
	for i, l := range all {
		if l.unfit() != "" {
			continue
		}
		c := &columnReader{
			name: l.name, form: l.form, r: r, quit: p.quit,
			out: make(chan batch, batches), free: make(chan []int32, batches+2),
		}
		c.mem.codec = mem
		for g := range meta.RowGroups {
			c.chunks = append(c.chunks, &meta.RowGroups[g].Columns[i].MetaData)
		}
		stored := columnOf(c.name, c.form)
		c.kind, c.width = stored[0].Kind, len(stored)
		p.columns = append(p.columns, c)
		p.stored = append(p.stored, stored...)
	}
	p.want, err = takeStated(p.stored, meta.KeyValueMetadata)
	return p, err
}

// Only says which numbers of the records are used, counted from 0. The columns of the others are not read, and their
// values in the records are 0, unless the checksum of the writer covers them.
func (r *Reader) Only(numbers []int) {
	for i, c := range r.columns {
		if !slices.Contains(numbers, i) {
			c.other, c.unused, c.mem.nulls = true, r.want.sum == "", true
			r.unused = r.unused || c.unused
		}
	}
}

func columnOf(name string, form format.SchemaElement) []tuple.Column {
	switch form.Type.V {
	case format.Float:
		return tuple.F32s(name)
	case format.Double:
		return tuple.F64Column(name)
	}
	return tuple.Ints(name)
}

// takeStated takes over what this package has written into the metadata of a file: the kinds, which Parquet does not know
// all, and figures to be compared at the end.
func takeStated(stored []tuple.Column, pairs []format.KeyValue) (want stated, err error) {
	kinds := ""
	for _, kv := range pairs {
		switch kv.Key {
		case keyRows:
			want.rows = kv.Value
		case keySum:
			want.sum = kv.Value
		case keyKinds:
			kinds = kv.Value
		}
	}
	if kinds == "" {
		return want, nil
	}
	at := starts(stored)
	for i, name := range strings.Split(kinds, ",") {
		if i == len(at) {
			break
		}
		c := &stored[at[i]]
		if name, c.Null = strings.CutSuffix(name, "?"); name == tuple.ID.String() && c.Kind == tuple.Int {
			c.Kind = tuple.ID
		}
	}
	if got := kindNames(stored); got != kinds {
		return want, damaged("columns of the kinds %s are stored as %s", kinds, got)
	}
	return want, nil
}

// Columns describes the columns of the records that are given.
func (r *Reader) Columns() []tuple.Column { return r.cols }

// Rows is the number of records of the file.
func (r *Reader) Rows() int64 { return r.rows }

// ReadBlock implements tuple.Source.
func (r *Reader) ReadBlock(dst []int32) (int, error) {
	if !r.started {
		r.start()
	}
	n, left := len(dst)/len(r.cols), r.rows-r.records
	for _, c := range r.columns {
		if c.unused {
			continue
		}
		left = math.MaxInt64 // the columns tell
		for len(c.have) == 0 && r.err == nil {
			if r.err = c.next(); r.err == io.EOF {
				r.err = r.verify()
			}
		}
		n = min(n, len(c.have)/c.width)
	}
	n = int(min(int64(n), left))
	if left == 0 {
		r.err = r.verify()
	}
	dst = dst[:n*len(r.cols)]
	if r.err == nil {
		r.err = r.take(dst, n)
	}
	if r.err != nil {
		r.columns, r.buf = nil, nil // their memory is free for the next file
		return 0, r.err
	}
	return len(dst), nil
}

// take makes n records of what the columns have. The checksum is that of the records as they are stored.
func (r *Reader) take(dst []int32, n int) error {
	if err := r.interleave(dst, r.cols, n); err != nil {
		return err
	}
	stored := dst
	if r.recast && r.want.sum != "" {
		r.buf = grow(r.buf, n*len(r.stored))
		stored = r.buf
		if err := r.interleave(stored, r.stored, n); err != nil {
			return err
		}
	}
	r.sum = checksum(r.sum, stored)
	r.records += int64(n)
	for _, c := range r.columns {
		if !c.unused {
			c.have = c.have[n*c.width:]
		}
	}
	return nil
}

func (r *Reader) start() {
	r.started = true
	for _, c := range r.columns {
		if !c.unused {
			r.wait.Go(c.run)
		}
	}
}

// interleave puts the next n values of each column into records.
func (r *Reader) interleave(dst []int32, cols []tuple.Column, n int) error {
	if len(cols) == 2 && !r.recast && !r.unused && r.columns[0].width == 1 {
		a, b := r.columns[0].have[:n], r.columns[1].have[:n]
		for i, v := range a {
			pair := dst[2*i : 2*i+2 : 2*i+2]
			pair[0], pair[1] = v, b[i]
		}
		return nil
	}
	start := 0
	for _, c := range r.columns {
		kind := cols[start].Kind
		if i, err := c.put(dst, start, len(cols), kind, n); err != nil {
			return c.at(r.records+int64(i), err)
		}
		start++
		if kind == tuple.F64 {
			start++
		}
	}
	return nil
}

// verify compares what was read with what the file says about itself.
func (r *Reader) verify() error {
	if r.records != r.rows {
		return damaged("it has %s, not %d", tuple.Counted(r.records, "record"), r.rows)
	}
	if w := r.want; w.rows != "" && w.rows != fmt.Sprint(r.records) {
		return damaged("it has %s, its writer says %s", tuple.Counted(r.records, "record"), w.rows)
	}
	if w, got := r.want.sum, fmt.Sprintf("%08x", r.sum); w != "" && w != got {
		return damaged("the checksum of its records is %s, its writer says %s", got, w)
	}
	return io.EOF
}

// Close ends the reading ahead. It does not close the file.
func (r *Reader) Close() error {
	if r.err == nil {
		r.err = errors.New("the Parquet file is closed")
	}
	select {
	case <-r.quit:
		return nil
	default:
		close(r.quit)
	}
	r.wait.Wait()
	r.mem.zstd.Close()
	return nil
}
