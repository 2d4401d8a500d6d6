package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"webmill/pkg/text/names/crf"
)

// TestMain runs the program instead of the tests if a test started it for this.
func TestMain(m *testing.M) {
	if os.Getenv("TRAIN_NAMES") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// run runs the program in a folder and returns what it prints.
func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TRAIN_NAMES=1")
	out, err := c.CombinedOutput()
	return string(out), err
}

// toy is a text in columns with ten documents, each of which names a person.
func toy() string {
	var b strings.Builder
	for i := range 60 {
		first, last := []string{"Anna", "Boris", "Clara", "Dieter", "Emil"}[i%5], []string{"Quast", "Rempel", "Stolze"}[i%3]
		name := []string{first + " B-PER", last + " I-PER"}
		for _, line := range append(append([]string{"Gestern O", "sprach O"}, name...), "in O", "Bremen B-LOC", ". O", "") {
			b.WriteString(line + "\n")
		}
		b.WriteString("Das O\nWetter O\nwar O\nschlecht O\n. O\n\n")
	}
	return b.String()
}

// folder makes a folder with the toy text.
func folder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "toy.txt"), []byte(toy()), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestToy: a model of a toy text finds its names.
func TestToy(t *testing.T) {
	var r reader
	if err := r.columns(toy()); err != nil {
		t.Fatal(err)
	}
	lists, err := crf.Lists()
	if err != nil {
		t.Fatal(err)
	}
	trial := trial{target: r.list, lists: lists, opt: crf.Options{Passes: 3, Rate: 0.1, Seed: 1}}
	if s := measure(trial.learn(r.list), r.list, nil); s != (score{60, 60, 60}) {
		t.Errorf("the numbers of right, found and gold names are %v", s)
	}
}

// TestSameBytes: two trainings with the same flags give the same files, and the table has all settings.
// names.
func TestSameBytes(t *testing.T) {
	dir := folder(t)
	var files [2][]byte
	for i := range files {
		out, err := run(t, dir, "-target", "toy.txt", "-passes", "2", "-language", "de", "-o", ".", "-about", "a test",
			"-swap", "0.5", "-fragments", "0.3", "-capitals", "0.3", "-gold", "gold", "-found", "found")
		if err != nil {
			t.Fatal(err, out)
		}
		if n := strings.Count(out, "\n"); n < len(settings) {
			t.Errorf("the table lacks settings: %s", out)
		}
		for _, name := range []string{"de.weights.gz", "de.words.tsv.gz", "gold", "found"} {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			files[i] = append(files[i], b...)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("a second training has other bytes")
	}
}

// TestErrors: a wrong input or flag ends the program with one line that says what is wrong.
func TestErrors(t *testing.T) {
	dir := folder(t)
	for name, text := range map[string]string{"empty.txt": "", "bare.txt": "Gestern\nsprach\nAnna\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"", "-target"},
		{"toy.txt", "no flag"},
		{"-target missing.txt", "missing.txt"},
		{"-target empty.txt", "no sentences"},
		{"-target bare.txt", "has no tags"},
		{"-target lines:toy.txt", "columns, foreign or nouns"},
		{"-target toy.txt -o .", "-language"},
		{"-target toy.txt -hide 2", "-hide"},
		{"-target toy.txt -passes 0", "-passes"},
		{"-lists . -o .", "dist.female.first"},
	} {
		out, err := run(t, dir, strings.Fields(c.args)...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if last := lines[len(lines)-1]; err == nil || !strings.Contains(last, c.want) {
			t.Errorf("%s: %v, %s", c.args, err, out)
		}
	}
}

// TestWorld: world.tsv has no word of the names of the grid, except particles and initials.
func TestWorld(t *testing.T) {
	text, err := os.ReadFile("../../testdata/name-grid/names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	words := func(name string) []string {
		return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" -'’.", r) })
	}
	small := strings.Fields("de la von af al el bin di j thi thị minh van văn")
	grid := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if _, names, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && line[0] != '#' {
			for word := range strings.SplitSeq(names, "\t") {
				for _, w := range words(word) {
					grid[w] = !slices.Contains(small, w)
				}
			}
		}
	}
	if len(grid) < 200 || len(worlds) < 20 {
		t.Fatalf("%d words of the grid, %d origins", len(grid), len(worlds))
	}
	for _, of := range worlds {
		for _, name := range append(of.names[0], of.names[1]...) {
			if !utf8.ValidString(name) || name == "" {
				t.Errorf("%s: %q is no name", of.origin, name)
			}
			for _, w := range words(name) {
				if grid[w] {
					t.Errorf("%s: %s is a name of the grid", of.origin, name)
				}
			}
		}
	}
}

// TestChanges: the places of the names in further examples are right.
func TestChanges(t *testing.T) {
	var r reader
	if err := r.columns(toy()); err != nil {
		t.Fatal(err)
	}
	c := newChanger(1, changes{swap: 1, fragments: 1, capitals: 1, unknown: 0.5})
	all := c.add(slices.Clone(r.list))
	persons, inverted, capitals := 0, 0, 0
	for _, e := range all[len(r.list):] {
		for _, n := range e.Names {
			if n.From < 0 || n.From >= n.To || n.To > len(e.Text) {
				t.Fatalf("%q: no place %d to %d", e.Text, n.From, n.To)
			}
			name := e.Text[n.From:n.To]
			if strings.TrimSpace(name) != name || strings.ContainsAny(name, "\t|;") {
				t.Errorf("%q: %q is no name", e.Text, name)
			}
			if n.Kind == crf.Person {
				persons++
				inverted += strings.Count(name, ", ")
				if name == strings.ToUpper(name) {
					capitals++
				}
			}
		}
	}
	if len(all) < 3*len(r.list)/2 || persons < 60 || inverted == 0 || capitals == 0 {
		t.Errorf("%d examples of %d, %d persons, %d with the last word first, %d in capitals", len(all), len(r.list), persons, inverted,
			capitals)
	}
}
