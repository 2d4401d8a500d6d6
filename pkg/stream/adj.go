package stream

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// Adjacency records: for each page its id, the number k of its links and the ids of their targets, all int32. Read,
// they become pairs; a page without links leaves nothing. To be written, pairs must be sorted by their first column.

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

func order(big bool) byteOrder {
	if big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func openAdj(big bool) func(*Input, wanted) (tuple.Source, []tuple.Column, error) {
	return func(in *Input, _ wanted) (tuple.Source, []tuple.Column, error) {
		a := &adjReader{in: in, r: bufio.NewReaderSize(in.body, 256<<10), order: order(big)}
		return &queue{fill: a.fill}, tuple.IDs("src", "dst"), nil
	}
}

type adjReader struct {
	in      *Input
	r       *bufio.Reader
	order   byteOrder
	out     []int32
	records int64
	page    int32
	left    int // links of the page not yet read
}

// fill reads the next page, or a part of the links of a large one.
func (a *adjReader) fill() ([]int32, error) {
	if a.left == 0 {
		if err := a.head(); err != nil {
			return nil, err
		}
	}
	const most = 16 << 10
	n := min(a.left, most)
	b, err := a.r.Peek(4 * n)
	if err != nil {
		return nil, a.partial(err)
	}
	a.out = a.out[:0]
	greatest := a.in.Greatest
	for i := range n {
		dst := int32(a.order.Uint32(b[4*i:]))
		if dst < 0 {
			return a.out, a.errorf("page %d links to %d", a.page, dst)
		}
		a.out = append(a.out, a.page, dst)
		greatest = max(greatest, dst)
	}
	a.in.Greatest = greatest
	a.left -= n
	_, err = a.r.Discard(4 * n)
	return a.out, err
}

// head reads the id and the number of links.
func (a *adjReader) head() error {
	b, err := a.r.Peek(8)
	if err == io.EOF && len(b) == 0 {
		return io.EOF
	}
	a.records++
	if err != nil {
		return a.partial(err)
	}
	a.page, a.left = int32(a.order.Uint32(b)), int(int32(a.order.Uint32(b[4:])))
	if a.page < 0 || a.left < 0 {
		return a.errorf("page %d with a count of %d (is the byte order right: adj or adj-be?)", a.page, a.left)
	}
	a.in.Greatest = max(a.in.Greatest, a.page)
	_, err = a.r.Discard(8)
	return err
}

// partial says in which record reading failed; an end there comes too early.
func (a *adjReader) partial(err error) error {
	if err == io.EOF {
		err = tuple.ErrPartial
	}
	return &tuple.PlaceError{Record: a.records, Err: err}
}

func (a *adjReader) errorf(format string, args ...any) error {
	return &tuple.PlaceError{Record: a.records, Err: fmt.Errorf(format, args...)}
}

// adjBuffer is how many bytes of links of one page are kept in memory.
const adjBuffer = 4 << 20

// adjWriter collects the links of one page, because their number stands before them: in memory, and those of a large
// page in a temporary file.
type adjWriter struct {
	out     *Output
	order   byteOrder
	check   *tuple.Checker
	kinds   []tuple.Column
	records int64
	page    int32
	links   []byte      // of the page, as they will be written, after those in large
	large   *spill.File // the links of a large page, before those in links
	flat    []byte      // whole records, to be written at once
}

func createAdj(big bool) func(*Output, OutSpec) (tuple.Sink, func() error, error) {
	return func(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
		if tuple.Numbers(spec.Columns) != 2 || len(spec.Columns) != 2 {
			return nil, nil, misuse("adjacency records are made of pairs, not of records of %s",
				tuple.Counted(len(spec.Columns), "column"))
		}
		if err := pairOfIDs(spec.Columns); err != nil {
			return nil, nil, err
		}
		a := &adjWriter{
			out: o, large: o.temp(spec.TempDir), order: order(big), kinds: tuple.IDs("src", "dst"), page: -1,
			check: tuple.NewChecker(tuple.Columns(0), 2, false),
		}
		return a, a.finish, nil
	}
}

// WriteBlock implements tuple.Sink.
func (a *adjWriter) WriteBlock(block []int32) error {
	if err := tuple.CheckKinds(block, a.kinds, a.records+1); err != nil {
		return err
	}
	if err := ofOutput(a.check.Check(block)); err != nil {
		return err
	}
	a.records += int64(len(block) / 2)
	for i := 0; i < len(block); i += 2 {
		if block[i] != a.page {
			if err := a.endPage(); err != nil {
				return err
			}
			a.page = block[i]
		}
		a.links = a.order.AppendUint32(a.links, uint32(block[i+1]))
		if len(a.links) >= adjBuffer {
			if err := a.spill(); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofOutput says of an error of order that it is in what is written.
func ofOutput(err error) error {
	if err != nil {
		err = fmt.Errorf("what is written to it %w", err)
	}
	return err
}

// spill moves the links in memory to the temporary file.
func (a *adjWriter) spill() error {
	_, err := a.large.Write(a.links)
	a.links = a.links[:0]
	return err
}

// endPage writes the record of the page.
func (a *adjWriter) endPage() error {
	if a.page < 0 {
		return nil
	}
	k := (a.large.Size() + int64(len(a.links))) / 4
	if k != int64(int32(k)) {
		return fmt.Errorf("page %d has %d links, a record holds at most 2147483647", a.page, k)
	}
	a.flat = a.order.AppendUint32(a.flat, uint32(a.page))
	a.flat = a.order.AppendUint32(a.flat, uint32(k))
	if a.large.Size() > 0 {
		if err := a.flush(); err != nil {
			return err
		}
		if _, err := io.Copy(a.out.ByteOutput, a.large.Reader()); err != nil {
			return err
		}
		a.large.Reset()
	}
	a.flat = append(a.flat, a.links...)
	a.links = a.links[:0]
	if len(a.flat) >= tuple.BlockBytes {
		return a.flush()
	}
	return nil
}

func (a *adjWriter) flush() error {
	_, err := a.out.ByteOutput.Write(a.flat)
	a.flat = a.flat[:0]
	return err
}

func (a *adjWriter) finish() error {
	if err := a.endPage(); err != nil {
		return err
	}
	return a.flush()
}
