package parquetio

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// Reader is the Source of a Parquet file. Each column is decoded ahead by its own goroutine, from the first ReadBlock to
// the end or Close.
type Reader struct {
	columns []*column
	cols    []tuple.Column
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

// NewReader opens a Parquet file of size bytes.
func NewReader(r io.ReaderAt, size int64) (p *Reader, err error) {
	err = fence(func() error {
		meta, err := readFooter(r, size)
		if err != nil {
			return err
		}
		p, err = newReader(r, meta)
		return err
	})
	return p, err
}

func newReader(r io.ReaderAt, meta *format.FileMetaData) (*Reader, error) {
	mem, err := newCodec()
	if err != nil {
		return nil, err
	}
	p := &Reader{rows: meta.NumRows, quit: make(chan struct{}), mem: mem}
	for i, form := range meta.Schema[1:] {
		c := &column{
			name: strings.Clone(form.Name), form: form, r: r, quit: p.quit,
			out: make(chan batch, batches), free: make(chan []int32, batches+2),
		}
		c.mem.codec = mem
		for g := range meta.RowGroups {
			c.chunks = append(c.chunks, &meta.RowGroups[g].Columns[i].MetaData)
		}
		p.columns = append(p.columns, c)
		p.cols = append(p.cols, tuple.Column{Name: c.name, Kind: kindOf(form)})
	}
	return p, p.takeStated(meta.KeyValueMetadata)
}

func kindOf(form format.SchemaElement) tuple.Kind {
	if t := form.Type.V; t == format.Float || t == format.Double {
		return tuple.F32
	}
	return tuple.Int
}

// takeStated takes over what this package has written into the metadata of a file: the kinds, which Parquet does not know
// all, and figures to be compared at the end.
func (r *Reader) takeStated(pairs []format.KeyValue) error {
	kinds := ""
	for _, kv := range pairs {
		switch kv.Key {
		case keyRows:
			r.want.rows = kv.Value
		case keySum:
			r.want.sum = kv.Value
		case keyKinds:
			kinds = kv.Value
		}
	}
	if kinds == "" {
		return nil
	}
	for i, name := range strings.Split(kinds, ",") {
		if i < len(r.cols) && name == tuple.ID.String() && r.cols[i].Kind == tuple.Int {
			r.cols[i].Kind = tuple.ID
		}
	}
	if got := kindNames(r.cols); got != kinds {
		return damaged("columns of the kinds %s are stored as %s", kinds, got)
	}
	return nil
}

// Columns describes the columns of the file.
func (r *Reader) Columns() []tuple.Column { return r.cols }

// Rows is the number of records of the file.
func (r *Reader) Rows() int64 { return r.rows }

// ReadBlock implements tuple.Source.
func (r *Reader) ReadBlock(dst []int32) (int, error) {
	if !r.started {
		r.start()
	}
	n := len(dst) / len(r.columns)
	for _, c := range r.columns {
		for len(c.have) == 0 && r.err == nil {
			if r.err = c.next(); r.err == io.EOF {
				r.err = r.verify()
			}
		}
		n = min(n, len(c.have))
	}
	if r.err != nil {
		return 0, r.err
	}
	dst = dst[:n*len(r.columns)]
	r.interleave(dst, n)
	r.records += int64(n)
	r.sum = checksum(r.sum, dst)
	return len(dst), nil
}

func (r *Reader) start() {
	r.started = true
	for _, c := range r.columns {
		r.wait.Go(c.run)
	}
}

// interleave makes n records of what the columns have.
func (r *Reader) interleave(dst []int32, n int) {
	if len(r.columns) == 2 {
		a, b := r.columns[0].have[:n], r.columns[1].have[:n]
		for i, v := range a {
			pair := dst[2*i : 2*i+2 : 2*i+2]
			pair[0], pair[1] = v, b[i]
		}
	} else {
		for k, c := range r.columns {
			for i, v := range c.have[:n] {
				dst[i*len(r.columns)+k] = v
			}
		}
	}
	for _, c := range r.columns {
		c.have = c.have[n:]
	}
}

// verify compares what was read with what the file says about itself.
func (r *Reader) verify() error {
	if r.records != r.rows {
		return damaged("it has %d records, not %d", r.records, r.rows)
	}
	if w := r.want; w.rows != "" && w.rows != fmt.Sprint(r.records) {
		return damaged("it has %d records, its writer says %s", r.records, w.rows)
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
