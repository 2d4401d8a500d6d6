package stream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// The text of WebGraph's ASCIIGraph: a line with the number of pages, and for each page, from 0, a line with the
// targets of its links, with blanks between them. To be written, pairs must be sorted and each stand once.

func openGraphTxt(in *Input, _ wanted) (tuple.Source, []tuple.Column, error) {
	lines := tuple.NewLines(in.body, tuple.MaxLine)
	line, err := lines.NextText()
	if err == io.EOF {
		return nil, nil, errors.New("is empty: expected the number of pages")
	}
	if err != nil {
		return nil, nil, err
	}
	g := &graphReader{r: lines.Rest()}
	if g.pages, err = number(line); err != nil {
		return nil, nil, lines.Fault(err)
	}
	return &queue{fill: g.fill}, tuple.IDs("src", "dst"), nil
}

type graphReader struct {
	r     *bufio.Reader
	pages int32
	page  int32 // whose line is read
	read  bool  // something of the line was read
	out   []int32
}

// fill reads the next links.
func (g *graphReader) fill() ([]int32, error) {
	g.out = g.out[:0]
	target := int64(-1) // the digits so far
	for {
		c, err := g.r.ReadByte()
		if target >= 0 && (c < '0' || c > '9' || err != nil) {
			g.out = append(g.out, g.page, int32(target))
			target = -1
		}
		switch {
		case err == io.EOF && g.read:
			g.page++
			fallthrough
		case err == io.EOF:
			if g.page != g.pages {
				err = fmt.Errorf("states %d pages, but has lines for %d: is it cut off?", g.pages, g.page)
			}
			return g.out, err
		case err != nil:
			return g.out, err
		case c == '\n' && g.page < g.pages:
			g.page++
			g.read = false
			if len(g.out) >= tuple.BlockBytes/4 {
				return g.out, nil
			}
		case g.page >= g.pages:
			return g.out, g.errorf("there are more lines than the %d pages", g.pages)
		case c == '\r':
			if next, _ := g.r.Peek(1); len(next) > 0 && next[0] != '\n' {
				return g.out, g.errorf("%q %w", c, tuple.ErrNumber)
			}
		case c == ' ' || c == '\t':
			g.read = true
			if len(g.out) >= tuple.BlockBytes/4 {
				return g.out, nil
			}
		case c >= '0' && c <= '9':
			g.read = true
			if target = max(target, 0)*10 + int64(c-'0'); target >= int64(g.pages) {
				return g.out, g.errorf("page %d links to %d, but the graph has %d pages", g.page, target, g.pages)
			}
		default:
			return g.out, g.errorf("%q %w", c, tuple.ErrNumber)
		}
	}
}

func (g *graphReader) errorf(format string, args ...any) error {
	return &tuple.LineError{Line: int64(g.page) + 2, Err: fmt.Errorf(format, args...)}
}

// graphWriter keeps the lines in a temporary file, because the number of pages stands first.
type graphWriter struct {
	out     *ByteOutput
	tmp     *spill.File
	lines   *bufio.Writer
	check   *tuple.Checker
	kinds   []tuple.Column
	records int64
	page    int64 // whose line is written
	most    int32 // the greatest id
	number  []byte
}

func createGraphTxt(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	if len(spec.Columns) != 2 || tuple.Numbers(spec.Columns) != 2 {
		return nil, nil, misuse("a graph is made of pairs, not of records of %s", tuple.Counted(len(spec.Columns), "column"))
	}
	if err := pairOfIDs(spec.Columns); err != nil {
		return nil, nil, err
	}
	g := &graphWriter{out: o.ByteOutput, tmp: o.temp(spec.TempDir), kinds: tuple.IDs("src", "dst"), most: -1}
	g.lines = bufio.NewWriterSize(g.tmp, 1<<20)
	g.check = tuple.NewChecker(tuple.Columns(0, 1), 2, true)
	return g, g.finish, nil
}

// WriteBlock implements tuple.Sink.
func (g *graphWriter) WriteBlock(block []int32) error {
	if err := tuple.CheckKinds(block, g.kinds, g.records+1); err != nil {
		return err
	}
	if err := ofOutput(g.check.Check(block)); err != nil {
		return err
	}
	for i := 0; i < len(block); i += 2 {
		src, dst := block[i], block[i+1]
		g.number = g.number[:0]
		if int64(src) == g.page && g.records > 0 {
			g.number = append(g.number, ' ')
		}
		for ; g.page < int64(src); g.page++ {
			g.number = append(g.number, '\n')
			if len(g.number) > 1<<10 {
				g.lines.Write(g.number) // its error comes back below
				g.number = g.number[:0]
			}
		}
		if _, err := g.lines.Write(strconv.AppendInt(g.number, int64(dst), 10)); err != nil {
			return err
		}
		if g.most = max(g.most, src, dst); g.most == math.MaxInt32 {
			return fmt.Errorf("id %d would make a graph of 2147483648 pages, which readers cannot hold", g.most)
		}
		g.records++
	}
	return nil
}

func (g *graphWriter) finish() error {
	for ; g.page <= int64(g.most); g.page++ {
		g.lines.WriteByte('\n') // its error comes back from Flush
	}
	if err := g.lines.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(g.out, int64(g.most)+1); err != nil {
		return err
	}
	_, err := io.Copy(g.out, g.tmp.Reader())
	return err
}
