package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// rankRows writes hosts with scores in the form of the rank files of Common Crawl.
type rankRows struct {
	out    io.Writer
	input  string
	width  int
	bits   int // of a score
	rows   int64
	before float64
	buf    []byte
}

func newRankRows(out io.Writer, input string, columns []tuple.Column) *rankRows {
	r := &rankRows{out: out, input: input, width: len(columns), bits: 32, before: math.Inf(1)}
	if columns[1].Kind == tuple.F64 {
		r.bits = 64
	}
	r.buf = append(r.buf, "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n"...)
	return r
}

// WriteRows implements dict.Rows.
func (r *rankRows) WriteRows(block []int32, hosts ...parquetio.Strings) error {
	for i := 0; i < len(block); i += r.width {
		score := float64(tuple.F32Value(block[i+1]))
		if r.bits == 64 {
			score = tuple.F64Value(block[i+1:])
		}
		r.rows++
		if score > r.before {
			err := fmt.Errorf("%w downwards by score: %v after %v", tuple.ErrUnsorted, score, r.before)
			return fmt.Errorf("%s: %w", r.input, &tuple.PlaceError{Record: r.rows, Err: err})
		}
		r.before = score
		host := hosts[0].At(i / r.width)
		if bytes.IndexByte(host, '/') >= 0 {
			return fmt.Errorf("%.64q is no host: -cc-ranks needs ranks and a dictionary of hosts", host)
		}
		r.buf = strconv.AppendInt(append(r.buf, "0\t0\t"...), r.rows, 10)
		r.buf = strconv.AppendFloat(append(r.buf, '\t'), score, 'g', -1, r.bits)
		r.buf = urls.ReverseHost(append(r.buf, '\t'), host)
		r.buf = append(r.buf, '\n')
	}
	return r.flush()
}

func (r *rankRows) flush() error {
	_, err := r.out.Write(r.buf)
	r.buf = r.buf[:0]
	return err
}

func (r *rankRows) finish() error { return r.flush() }
