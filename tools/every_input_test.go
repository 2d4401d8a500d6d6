package tools_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Faults of inputs.
var inputFaults = []fault{
	{"input/three ways", (*tool).readsInput, threeWays},
	{"input/odd chunks", (*tool).readsInput, oddChunks},
	{"input/empty", (*tool).readsInput, emptyInput},
	{"input/missing", (*tool).readsInput, missingInput},
	{"input/directory", (*tool).readsInput, directoryInput},
	{"input/closed", (*tool).readsInput, closedInput},
	{"input/truncated", (*tool).readsTuples, truncatedInput},
	{"input/wrong format", (*tool).readsTuples, wrongFormat},
	{"input/read error", (*tool).readsInput, readError},
}

// threeWays: the same bytes come out whether the input is an operand, standard input or a pipe.
func threeWays(p *place) {
	name := p.tool.operand()
	r := p.run(p.tool.argsFor("-"), stdin(p.open(name, os.O_RDONLY)))
	p.writes(r, r.stdout)
	r = p.run(p.tool.argsFor("-"), stdin(bytes.NewReader(p.read(name))))
	p.writes(r, r.stdout)
}

// closedInput: a stdin that is closed is not an empty one, which is what /dev/null is.
func closedInput(p *place) {
	p.fails(p.run(p.tool.argsFor("-", "-o", "out"), limited("exec <&-")), "stdin: is closed")
	p.clean()
}

// oddChunks writes to the pipe what no reader expects: few bytes, prime numbers of them, with pauses.
func oddChunks(p *place) {
	r := p.run(p.tool.argsFor("-"), stdin(&chunks{rest: p.read(p.tool.operand())}))
	p.writes(r, r.stdout)
}

// chunks is a Reader of odd portions. It has no WriteTo, so that each portion is one write to the pipe.
type chunks struct {
	rest []byte
	n    int
}

func (c *chunks) Read(b []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	primes := []int{1, 3, 7, 4093, 2, 13, 5, 4099, 1021}
	if c.n%8 == 0 {
		time.Sleep(2 * time.Millisecond)
	}
	n := copy(b, c.rest[:min(primes[c.n%len(primes)], len(c.rest))])
	c.rest = c.rest[n:]
	c.n++
	return n, nil
}

// emptyInput: a stream without records is valid; a tool may warn of it. A tool that cannot work with it, or that found
// no documents, says so in its manual, and is an exception here.
func emptyInput(p *place) {
	empty := p.tool.named("void")
	p.write(empty, nil)
	r := p.run(p.tool.argsFor(empty))
	if r.code == 1 && strings.Contains(p.tool.manual, "empty") {
		p.fails(r, "empty")
		return
	}
	if r.code == 3 && strings.Contains(p.tool.manual, "empty") {
		p.oneLine(r, string(r.stderr), "empty")
		p.clean()
		return
	}
	if r.code == 4 { // what is asked for is not in it, of which a warning may speak first
		text := string(r.stderr)
		if warning, rest, ok := strings.Cut(text, "\n"); ok && rest != "" {
			p.oneLine(r, warning+"\n", "warning: "+empty, "empty")
			p.oneLine(r, rest)
		} else {
			p.oneLine(r, text, empty)
		}
		p.clean()
		return
	}
	if r.code == 0 && len(r.stderr) > 0 {
		p.oneLine(r, string(r.stderr), "warning: ", "empty")
		p.clean()
		return
	}
	p.succeeds(r)
}

func missingInput(p *place) {
	p.fails(p.run(p.tool.argsFor(p.tool.named("no\nsuch"))), p.tool.named("no?such")+": no such file or directory")
}

func directoryInput(p *place) {
	dir := p.tool.named("dir")
	p.must(os.Mkdir(p.path(dir), 0o777))
	p.names = append(p.names, dir)
	p.fails(p.run(p.tool.argsFor(dir, "-o", "out")), dir+": is a directory")
	p.fails(p.run(p.tool.argsFor("-"), stdin(p.open(dir, os.O_RDONLY))), "stdin: is a directory")
}

// truncatedInput cuts the last record at every byte; the message names it, and -o does not appear.
func truncatedInput(p *place) {
	whole := p.read(p.tool.operand())
	size, name := 4*p.tool.width(), p.tool.named("cut")
	record := fmt.Sprintf("record %d", len(whole)/size)
	for cut := 1; cut < size; cut++ {
		p.write(name, whole[:len(whole)-cut])
		p.fails(p.run(p.tool.argsFor(name, "-o", "out")), name+": ", record)
	}
	r := p.run(p.tool.argsFor("-", "-o", "out"), stdin(bytes.NewReader(whole[:len(whole)-3])))
	p.fails(r, "stdin: ", record)
}

// wrongFormat: what is clearly not raw tuples is refused, with a hint.
func wrongFormat(p *place) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(p.read(p.tool.operand()))
	z.Close()
	for _, c := range []struct {
		name, hint string
		content    []byte
	}{
		{"text", "-from text", p.read("links.txt")},
		{"names", "-from text", []byte("Müller\tSchröder\nÄrzte\tÖl\n")},
		{"parquet", "-from parquet", append([]byte("PAR1"), packed.Bytes()...)},
		{"gzip", "gzip", packed.Bytes()[:packed.Len()/2]},
		{"header", "gzip", packed.Bytes()[:5]},
	} {
		name := p.tool.named(c.name)
		p.write(name, c.content)
		p.fails(p.run(p.tool.argsFor(name, "-o", "out")), name+": ", c.hint)
	}
	name := p.tool.named("packed") + ".gz"
	p.write(name, packed.Bytes())
	r := p.run(p.tool.argsFor(name))
	p.writes(r, r.stdout)
}

// readError lets the n-th read of the input fail, for each n, until a run no longer sees it. strace counts the reads
// of each thread by itself, so a few more are tried. With -short a further use of a tool is tried only with the first read.
func readError(p *place) {
	p.needs(strace("true")...)
	name, quiet := p.tool.operand(), 0
	for n := 1; quiet < 2 && n < 50; n++ {
		if n > 1 && testing.Short() && !p.tool.first {
			return
		}
		r := p.run(p.tool.args("-o", "out"), under(strace("-P", p.path(name),
			"-e", "trace=read,pread64", "-e", fmt.Sprintf("inject=read,pread64:error=EIO:when=%d", n))...))
		if r.code != 0 {
			p.fails(r, name+": ", "input/output error")
			continue
		}
		quiet++
		if !p.tool.writes() {
			p.succeeds(r)
			continue
		}
		p.writes(r, p.read("out"), "out")
		p.must(os.Remove(p.path("out")))
	}
	if quiet == 0 {
		p.Error("every read error was fatal: does the tool read without end?")
	}
}

// hang is a standard input that never says anything.
func hang(p *place) *os.File {
	r, w, err := os.Pipe()
	p.must(err)
	p.Cleanup(func() { r.Close(); w.Close() })
	return r
}

// randomly draws from the seed of this run and the name of the test.
func randomly(p *place) *rand.Rand {
	var sum uint64
	for _, b := range []byte(filepath.ToSlash(p.Name())) {
		sum = sum*31 + uint64(b)
	}
	return rand.New(rand.NewPCG(*seed, sum))
}
