package tools_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestEveryTool puts each tool under the faults that all must survive. A new tool needs no registration, only the file
// tools/NAME/testdata/every.txt: a line of arguments for each way to use it that is worth the same trouble. If its least -S is
// more than 4M, leastS says so.
func TestEveryTool(t *testing.T) {
	for _, name := range toolNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			costs(t, name)
			uses := loadTools(t, name)
			writesAll(t, uses)
			for i, use := range uses {
				if i == 0 {
					underFaults(t, use, usageFaults)
				}
				t.Run(strings.Join(use.line, " "), func(t *testing.T) {
					underFaults(t, use, inputFaults)
					if use.writes() {
						underFaults(t, use, outputFaults)
					}
					underFaults(t, use, limitFaults)
				})
			}
		})
	}
}

var writeFlag = regexp.MustCompile(`(?m)^  -([a-z-]+) FILE +.*\bwrite .* to FILE`)

// writesAll checks that the lines of a tool use all of its flags that write a file.
func writesAll(t *testing.T, uses []*tool) {
	for _, m := range writeFlag.FindAllStringSubmatch(uses[0].manual, -1) {
		needs := "names of vertices" // which no sample has
		if slices.Contains([]string{"stats", "cpuprofile", "memprofile"}, m[1]) {
			continue
		}
		if !strings.Contains(m[0], needs) && !slices.ContainsFunc(uses,
			func(u *tool) bool { return slices.Contains(u.line, "-"+m[1]) }) {
			t.Errorf("tools/%s/testdata/every.txt has no line with -%s, which writes a file", uses[0].name, m[1])
		}
	}
}

func underFaults(t *testing.T, u *tool, faults []fault) {
	for _, f := range faults {
		if f.needs == nil || f.needs(u) {
			t.Run(f.name, func(t *testing.T) { f.try(newPlace(t, u)) })
		}
	}
}

// A fault is one thing that goes wrong, and how a tool must take it.
type fault struct {
	name  string
	needs func(*tool) bool // nil: a fault of every tool
	try   func(p *place)
}

// A tool under test, in one of its uses.
type tool struct {
	name   string
	first  bool            // it is the first use of the tool
	line   []string        // the arguments; $IN and the other names of samples stand for its input
	manual string          // what -h prints
	flags  map[string]bool // the flags that the manual lists
	want   []byte          // what it writes for the sample, undisturbed
	silent bool            // it writes nothing, and has no -o; or the line has -o, for a folder, which its own tests try
	large  *largeRun       // what it does for the large one, once that was tried
	least  int64           // the least -S for it, in MiB, if the tool has refused one
}

var tupleName = regexp.MustCompile(`\.t[1-8]$`)

func (u *tool) writes() bool     { return !u.silent }
func (u *tool) readsInput() bool { return u.operand() != "" }
func (u *tool) readsTuples() bool {
	return tupleName.MatchString(u.operand()) && u.flags["from"]
}
func (u *tool) hasMemory() bool  { return u.flags["S"] }
func (u *tool) hasThreads() bool { return u.flags["j"] }

// few is links.t2 under a name that the large sample lacks. A use with $FEW is not tested for memory: that of another tool, which
// walks the graph in the same way, is.
const few = "few.t2"

// english are those documents of documents.jsonl that are English: findnames loads a model for each language.
const english = "english.jsonl"

// fewNames are some of the mentions of mentions.jsonl, in both samples.
const fewNames = "few-names.jsonl"

// crawl is the crawl of the small sample, and someCrawl its beginning; a large sample has none. TestGreedyPages tests the memory
// for crawls.
const (
	crawl     = "crawl.warc"
	someCrawl = "some.warc"
)

// samples are the inputs that the lines may name.
var samples = map[string]string{
	"$IN": "links.t2", "$BYDST": "links-by-dst.t2", "$LINES": "links.tsv", "$TABLE": "table.tsv", "$CSV": "table.csv",
	"$CRAWL": crawl, "$SOME": someCrawl, "$FEW": few,
	"$DOCS": "documents.jsonl", "$ENGLISH": english,
	"$COUNTS": "counts.t3", "$QUESTIONS": "questions.txt", "$SCORES": "scores.t2", "$MAP": "map.t2",
	"$DICT": "urls.txt", "$POSTINGS": "postings.t3", "$WORDS": "terms.txt", "$MENTIONS": "mentions.jsonl", "$NAMES": fewNames,
	"$TAGGED": "tagged.jsonl", "$GROUPS": "groups.tsv", "$LABELS": "labels.tsv",
	"$WEIGHTS": "weights.t3", "$WEIGHTED": "weighted-by-dst.t3",
}

// sampleNames lists the samples: $IN for links.t2.
func sampleNames() string {
	var list []string
	for word, name := range samples {
		list = append(list, word+" for "+name)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// width is how many columns the records of the sample have, if they are tuples.
func (u *tool) width() int {
	if filepath.Ext(u.operand()) == ".t3" {
		return 3
	}
	return 2
}

// named is the name of a file of the form that the tool reads.
func (u *tool) named(name string) string {
	if tupleName.MatchString(u.operand()) {
		return fmt.Sprintf("%s.t%d", name, u.width())
	}
	return name + filepath.Ext(u.operand())
}

// operand is the name of the file that stands for a sample in the line, or "" if the tool reads nothing.
func (u *tool) operand() string {
	for _, a := range u.line {
		if name := samples[a]; name != "" {
			return name
		}
	}
	return ""
}

// folder is the folder that the line itself names by -o, or "".
func (u *tool) folder() string {
	if i := slices.Index(u.line, "-o"); i >= 0 {
		return u.line[i+1]
	}
	return ""
}

// args is the line of the tool with its own sample input; extra arguments come before it.
func (u *tool) args(extra ...string) []string { return u.argsFor(u.operand(), extra...) }

// argsFor is the line with another input. A pipe has no name that tells the width, so a tool of any width needs -w there. A use
// that is silent gets no -o.
func (u *tool) argsFor(input string, extra ...string) []string {
	if i := slices.Index(extra, "-o"); u.silent && i >= 0 {
		extra = slices.Delete(extra, i, i+2)
	}
	if input == "-" && u.flags["w"] && u.readsTuples() {
		extra = append(extra, "-w", fmt.Sprint(u.width()))
	}
	for _, a := range u.line {
		if samples[a] != "" {
			a = input
		}
		extra = append(extra, a)
	}
	return extra
}

var flagLine = regexp.MustCompile(`(?m)^  -([A-Za-z][\w-]*)`)

// loadTools reads the manual of a tool and runs it once for each of its lines, undisturbed.
func loadTools(t *testing.T, name string) []*tool {
	text, err := os.ReadFile(filepath.Join(name, "testdata", "every.txt"))
	if err != nil {
		t.Fatalf("%v\nAdd tools/%s/testdata/every.txt: lines of arguments with which %s runs in a folder that holds %s. A line without "+
			"one of the words with $ is a use whose input cannot come from a pipe.", err, name, name, sampleNames())
	}
	manual := string(newPlace(t, &tool{name: name}).run([]string{"-h"}).stdout)
	flags := map[string]bool{}
	for _, m := range flagLine.FindAllStringSubmatch(manual, -1) {
		flags[m[1]] = true
	}
	var list []*tool
	for line := range strings.Lines(string(text)) {
		u := &tool{name: name, first: len(list) == 0, line: strings.Fields(line), manual: manual, flags: flags}
		r := newPlace(t, u).run(u.args())
		if r.code != 0 || len(r.stderr) > 0 {
			t.Fatalf("%s\nexit code %d, stderr %q", r, r.code, r.stderr)
		}
		u.want = r.stdout
		if u.silent = u.folder() != ""; u.silent {
			list = append(list, u)
			continue
		}
		r = newPlace(t, u).run(u.args("-o", "out"))
		u.silent = r.code == 2 && strings.Contains(string(r.stderr), "-o cannot be used with ") &&
			strings.Contains(string(r.stderr), ", which writes nothing (see ")
		list = append(list, u)
	}
	return list
}

// A place is a fresh folder with the sample files, where a tool runs, and a TMPDIR of its own.
type place struct {
	*testing.T
	tool     *tool
	dir, tmp string
	names    []string // what is in dir before the tool runs
}

func newPlace(t *testing.T, u *tool) *place {
	p := emptyPlace(t, u)
	p.must(small.linkTo(p.dir))
	more, _ := filepath.Glob(filepath.Join(u.name, "testdata", "every", "*"))
	for _, m := range more {
		p.must(os.Link(m, p.path(filepath.Base(m))))
	}
	p.names = p.list(p.dir)
	return p
}

// largePlace is a place with the large sample.
func largePlace(p *place) *place {
	big := emptyPlace(p.T, p.tool)
	from, err := large.get()
	p.must(err)
	for _, name := range p.list(from) {
		p.must(os.Symlink(filepath.Join(from, name), big.path(name)))
	}
	big.names = big.list(big.dir)
	return big
}

func emptyPlace(t *testing.T, u *tool) *place {
	root := t.TempDir()
	p := &place{T: t, tool: u, dir: filepath.Join(root, "work"), tmp: filepath.Join(root, "tmp")}
	p.must(errors.Join(os.Mkdir(p.dir, 0o777), os.Mkdir(p.tmp, 0o777)))
	return p
}

func (p *place) path(name string) string { return filepath.Join(p.dir, name) }

func (p *place) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// write adds a file to the place.
func (p *place) write(name string, content []byte) {
	p.Helper()
	p.must(os.WriteFile(p.path(name), content, 0o666))
	if !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
		slices.Sort(p.names)
	}
}

func (p *place) read(name string) []byte {
	p.Helper()
	b, err := os.ReadFile(p.path(name))
	p.must(err)
	return b
}

func (p *place) list(dir string) []string {
	p.Helper()
	entries, err := os.ReadDir(dir)
	p.must(err)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// clean checks that nothing was left: not in TMPDIR, and in the folder only what was there before, or is named.
func (p *place) clean(but ...string) {
	p.Helper()
	if left := p.list(p.tmp); len(left) > 0 {
		p.Errorf("left in TMPDIR: %v", left)
	}
	for _, name := range p.list(p.dir) {
		if !slices.Contains(p.names, name) && name != p.tool.folder() && !slices.Contains(but, name) {
			p.Errorf("left in the folder: %s", name)
		}
	}
}

// succeeds checks that a run ended well, silently, and left nothing behind.
func (p *place) succeeds(r result, made ...string) {
	p.Helper()
	if r.code != 0 || len(r.stderr) > 0 {
		p.Fatalf("%s\nexit code %d, stderr %q", r, r.code, r.stderr)
	}
	p.clean(made...)
}

// writes checks that a run succeeded and that its output is what the undisturbed tool writes.
func (p *place) writes(r result, got []byte, made ...string) {
	p.Helper()
	p.succeeds(r, made...)
	if !bytes.Equal(got, p.tool.want) {
		p.Fatalf("%s\nwrote %d bytes that differ from the %d of an undisturbed run", r, len(got), len(p.tool.want))
	}
}

// fails checks that a run ended with code 1, with one line on stderr that holds the words, and left nothing behind.
func (p *place) fails(r result, words ...string) {
	p.Helper()
	if r.code != 1 {
		p.Errorf("%s\nexit code %d, not 1; stderr %q", r, r.code, r.stderr)
	}
	p.oneLine(r, string(r.stderr), words...)
	p.clean()
}

// oneLine checks a message: a single line that starts with the tool's name, is no stack trace, and holds the words.
func (p *place) oneLine(r result, text string, words ...string) {
	p.Helper()
	switch {
	case strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n"):
		p.Errorf("%s\nstderr is not a single line: %q", r, text)
	case !strings.HasPrefix(text, p.tool.name+": "):
		p.Errorf("%s\nstderr does not start with the tool's name: %q", r, text)
	case strings.Contains(text, "goroutine") || strings.Contains(text, "internal error"):
		p.Errorf("%s\nthe tool broke down: %q", r, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			p.Errorf("%s\nstderr does not say %q: %q", r, w, text)
		}
	}
}

// oldOrNew checks that a file holds what it held before the run, or the whole of the new content.
func (p *place) oldOrNew(r result, name string, old []byte) (isNew bool) {
	p.Helper()
	got := p.read(name)
	isNew = bytes.Equal(got, p.tool.want)
	if !isNew && !bytes.Equal(got, old) {
		p.Fatalf("%s\nleft %s with %d bytes that are neither the old nor the new content", r, name, len(got))
	}
	return isNew
}

// A result is how a run ended.
type result struct {
	args           []string
	code           int // 128 + the signal, like a shell says it
	stdout, stderr []byte
	took           time.Duration
}

func (r result) String() string { return fmt.Sprintf("$ %s", strings.Join(r.args, " ")) }
