package judgement

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// docs are n documents with ids 10, 11, …
func docs(n int) (list []Doc) {
	for i := range n {
		list = append(list, Doc{ID: int32(10 + i), Cluster: int32(i % 3)})
	}
	return list
}

func page(doc int) (*Page, error) {
	return &Page{URL: fmt.Appendf(nil, "http://a.test/%d", doc), Title: []byte("a title"), Text: []byte("some text")}, nil
}

func open(t interface{ Fatal(...any) }, name string) *File {
	f, err := Open(vfs.OS, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// keys are some that do something, and some that must not: a key like Home may send Esc [ 1 ~, others letters or digits too.
var keys = []string{"1", "1", "0", "u", "u", "s", "m", "?", ".5\r", ".2\x1b", "\n", "x",
	"\x1b[1~", "\x1b[1;5u", "\x1bOs", "\x1bO1", "\x1b1"}

// TestKilledAtEveryKey: whatever the keys are, and after whichever of them the process ends, all that was judged is in the file,
// and the next dialogue goes on behind it.
func TestKilledAtEveryKey(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := filepath.Join(dir, "judged.tsv")
		os.Remove(name)
		list := docs(rapid.IntRange(1, 5).Draw(t, "documents"))
		m := &model{list: list}
		for _, key := range rapid.SliceOfN(rapid.SampledFrom(keys), 5, 40).Draw(t, "keys") {
			if rapid.IntRange(0, 3).Draw(t, "killed") == 0 {
				m.at = m.next(0)
				m.fresh = true
			}
			m.play(t, name, key)
		}
	})
}

// model is what the file must have, as a list: slow and obvious.
type model struct {
	list  []Doc
	have  []Judgement
	at    int // the document that is shown
	fresh bool
	talk  *Dialogue
}

func (m *model) next(from int) int {
	for ; from < len(m.list); from++ {
		if !m.judged(m.list[from].ID) {
			break
		}
	}
	return from
}

func (m *model) judged(doc int32) bool {
	for _, j := range m.have {
		if j.Doc == doc {
			return true
		}
	}
	return false
}

// key is what a key does.
func (m *model) key(key string) {
	value := map[string]float64{"1": 1, "0": 0, ".5\r": .5}
	switch v, judges := value[key]; {
	case judges && m.at < len(m.list):
		m.have = append(m.have, Judgement{Doc: m.list[m.at].ID, Value: v, URL: fmt.Appendf(nil, "http://a.test/%d", m.at)})
		m.at = m.next(m.at + 1)
	case key == "s" && m.at < len(m.list):
		m.at = m.next(m.at + 1)
	case key == "u" && len(m.have) > 0:
		last := m.have[len(m.have)-1]
		m.have = m.have[:len(m.have)-1]
		m.at = int(last.Doc - 10)
	}
}

// play types a key, in a new process if the last was killed, and compares.
func (m *model) play(t *rapid.T, name, key string) {
	if m.talk == nil || m.fresh {
		if m.talk != nil {
			m.talk.File.Close()
		}
		m.talk = &Dialogue{Docs: m.list, Page: page, File: open(t, name), Out: io.Discard}
		if err := m.talk.Begin(); err != nil {
			t.Fatal(err)
		}
		m.fresh = false
	}
	ends := m.at == len(m.list) && key != "u" && key[0] != '\n' && key[0] != '\x1b'
	m.key(key)
	if done, err := m.talk.Keys([]byte(key)); done != ends || err != nil {
		t.Fatal(done, err)
	}
	got, err := os.ReadFile(name)
	var want []byte
	for _, j := range m.have {
		want = j.Append(want)
	}
	if err != nil || !bytes.Equal(got, want) || m.talk.at != m.at || m.talk.Judged() != len(m.have) {
		t.Fatalf("after %q: %q at %d, want %q at %d", key, got, m.talk.at, want, m.at)
	}
}

// TestShownIsHarmless: what pages contain cannot steer a terminal, and lines are no longer than the screen.
func TestShownIsHarmless(t *testing.T) {
	hostile := []byte("\x1b]0;title\x07\x1b[2J\u009b31m \u202e\u200bturned\x00\x7f\xff\xfe \xe4\xb8\n\r\tend " + strings.Repeat("\u0301", 500) +
		strings.Repeat("中文", 200))
	for _, size := range []func() (int, int){nil, func() (int, int) { return 40, 20 }, func() (int, int) { return 1, 1 }} {
		var shown bytes.Buffer
		d := &Dialogue{Docs: docs(2), File: open(t, filepath.Join(t.TempDir(), "judged.tsv")), Out: &shown, Size: size,
			Page: func(int) (*Page, error) { return &Page{URL: hostile, Title: hostile, Text: hostile}, nil }}
		if err := d.Begin(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Keys([]byte("mmm\x01\xff?1u.3")); err != nil {
			t.Fatal(err)
		}
		harmless(t, strings.ReplaceAll(shown.String(), "\x1b[H\x1b[2J", ""))
		line, err := os.ReadFile(d.File.Name)
		if err != nil || bytes.ContainsAny(line, "\x1b\x07") {
			t.Errorf("%q %v", line, err)
		}
	}
}

func harmless(t *testing.T, shown string) {
	t.Helper()
	if !utf8.ValidString(shown) {
		t.Errorf("is not UTF-8: %q", shown)
	}
	for _, r := range shown {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Cf, r) {
			t.Errorf("has %q", r)
		}
	}
}

// FuzzShown: lines are harmless and fit.
func FuzzShown(f *testing.F) {
	f.Add([]byte("\x1b[31mred\x1b[0m\ttext\r\nsecond line"), 20)
	f.Add([]byte("中文 \u0301\u0301\u202e"), 21)
	f.Fuzz(func(t *testing.T, text []byte, columns int) {
		columns = max(20, columns%200)
		for _, line := range wrap(clean(text), columns) {
			harmless(t, line)
			if n, all := fit(line, columns); n == 0 || !all || strings.Contains(line, "\n") {
				t.Errorf("%q does not fit into %d columns", line, columns)
			}
		}
	})
}

// TestResized: a screen of another size has the same document and the same place of its text, is never larger than the terminal,
// and says with … that a line is cut. What is on the screen is what a terminal of that size would have.
func TestResized(t *testing.T) {
	var words []string
	for i := range 400 {
		words = append(words, fmt.Sprintf("word%03d", i), "中文", "e\u0301\u0301", "\u2764\ufe0f")
	}
	columns, rows := 80, 24
	var shown bytes.Buffer
	d := &Dialogue{Docs: docs(1), File: open(t, filepath.Join(t.TempDir(), "judged.tsv")), Out: &shown,
		Size: func() (int, int) { return columns, rows }, Page: func(int) (*Page, error) {
			return &Page{URL: []byte("http://a.test/" + strings.Repeat("long/", 100)), Title: []byte(strings.Repeat("標題 ", 200)),
				Text: []byte(strings.Join(words, " "))}, nil
		}}
	if err := d.Begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Keys([]byte("m.2")); err != nil {
		t.Fatal(err)
	}
	first := strings.Fields(d.lines[d.from])[0]
	for _, size := range [][2]int{{200, 60}, {33, 12}, {20, 5}, {20, 1}, {80, 24}} {
		columns, rows = size[0], size[1]
		shown.Reset()
		if err := d.Resized(); err != nil {
			t.Fatal(err)
		}
		text := strings.TrimPrefix(shown.String(), "\x1b[H\x1b[2J")
		lines := strings.Split(text, "\n")
		for _, line := range lines {
			if n, all := fit(line, columns); !all {
				t.Errorf("%v: %q does not fit behind %d bytes", size, line, n)
			}
		}
		if len(lines) > rows || lines[len(lines)-1] != "value: 0.2" || rows > 3 && !strings.HasSuffix(lines[2], "…") ||
			strings.Contains(text, "\ufe0f") {
			t.Errorf("%v: %d lines: %q", size, len(lines), text)
		}
		if !strings.Contains(d.lines[d.from], first) {
			t.Errorf("%v: the text begins with %q, without %q", size, d.lines[d.from], first)
		}
	}
	d.Dumb = true
	shown.Reset()
	if _, err := d.Keys([]byte("\x7f3\r")); err != nil || strings.Contains(shown.String(), "\x1b") {
		t.Errorf("%q %v", shown.String(), err)
	}
	shown.Reset()
	if err := d.Resized(); err != nil || shown.Len() > 0 {
		t.Errorf("%q %v", shown.String(), err)
	}
}

// TestTook: each judgement has the time of work since the last one, with skips and what was taken back; a pause counts two
// minutes at most. It is in the file, and a dialogue that goes on keeps it.
func TestTook(t *testing.T) {
	name := filepath.Join(t.TempDir(), "judged.tsv")
	now := time.Unix(0, 0)
	var d *Dialogue
	begin := func() {
		d = &Dialogue{Docs: docs(4), Page: page, File: open(t, name), Out: io.Discard, Now: func() time.Time { return now }}
		if err := d.Begin(); err != nil {
			t.Fatal(err)
		}
	}
	url := func(i int) string { return fmt.Sprintf("http://a.test/%d", i) }
	begin()
	for _, c := range []struct {
		after time.Duration
		keys  string
		want  string // of the file
	}{
		{1500 * time.Millisecond, "1", "10\t1\t" + url(0) + "\t1.500s\n"},
		{time.Second, "s", "10\t1\t" + url(0) + "\t1.500s\n"},
		{time.Second, "0", "10\t1\t" + url(0) + "\t1.500s\n12\t0\t" + url(2) + "\t2.000s\n"},
		{time.Second, "u", "10\t1\t" + url(0) + "\t1.500s\n"},
		{time.Hour, "killed", "10\t1\t" + url(0) + "\t1.500s\n"}, // which loses the time of what was taken back
		{time.Hour, "1", "10\t1\t" + url(0) + "\t1.500s\n11\t1\t" + url(1) + "\t120.000s\n"},
		{-time.Hour, "u", "10\t1\t" + url(0) + "\t1.500s\n"}, // a clock that was set
		{119 * time.Second, ".", "10\t1\t" + url(0) + "\t1.500s\n"},
		{4 * time.Millisecond, "5\n", "10\t1\t" + url(0) + "\t1.500s\n11\t0.5\t" + url(1) + "\t239.004s\n"},
		{time.Second, "u0", "10\t1\t" + url(0) + "\t1.500s\n11\t0\t" + url(1) + "\t240.004s\n"},
		{0, "uu", ""},
		{0, "11", "10\t1\t" + url(0) + "\t241.504s\n11\t1\t" + url(1) + "\t0.001s\n"},
	} {
		now = now.Add(c.after)
		if c.keys == "killed" {
			d.File.Close()
			begin()
		} else if _, err := d.Keys([]byte(c.keys)); err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(name); err != nil || string(have) != c.want {
			t.Fatalf("%q: %q, not %q: %v", c.keys, have, c.want, err)
		}
	}
}

// TestFile: what is refused, and what is said of a file.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"1\t1\n2\t0.": "line 2 has no end", "1\t1\nx\n": "line 2 is no judgement", "1\t7\n": "line 1 judges a document",
		"1\t1\thttp://a.test/\n2\t1\n1\t1\thttp://b.test/\n": "line 3 judges document 1, which is http://b.test/ elsewhere",
	} {
		name := filepath.Join(dir, "bad.tsv")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(vfs.OS, name); err == nil || !strings.HasPrefix(err.Error(), name+": "+want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	name := filepath.Join(dir, "judged.tsv")
	if err := os.WriteFile(name, []byte("7\t1\n8\t1\n7\t0.5\n8\t1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f := open(t, name)
	if value, ok := f.Values.Of[7]; !ok || value != .5 || f.Values.Unlike != 1 || f.Values.First != 7 {
		t.Errorf("%v %v %d", value, ok, f.Values.Unlike)
	}
	if _, err := Open(vfs.OS, name); err == nil || !strings.HasSuffix(err.Error(), ": another judge appends to it") {
		t.Errorf("opened twice: %v", err)
	}
	if err := errors.Join(f.Undo(), f.Undo(), f.Close()); err != nil {
		t.Fatal(err)
	}
	f = open(t, name)
	if value, ok := f.Values.Of[7]; !ok || value != 1 || f.Len() != 2 {
		t.Errorf("after two undos: %v %v %d", value, ok, f.Len())
	}
	f.Close()
}

// TestReplaced: a file that is removed, replaced or changed while it is open gets no more judgements.
func TestReplaced(t *testing.T) {
	for what, do := range map[string]func(name string) error{
		"removed": os.Remove,
		"replaced": func(name string) error {
			return errors.Join(os.Rename(name, name+"~"), os.WriteFile(name, []byte("7\t1\n"), 0o666))
		},
		"changed": func(name string) error { return os.Truncate(name, 0) },
	} {
		name := filepath.Join(t.TempDir(), "judged.tsv")
		f := open(t, name)
		if err := errors.Join(f.Add(&Judgement{Doc: 7, Value: 1}), f.Whole(), do(name)); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{f.Add(&Judgement{Doc: 8}), f.Undo(), f.Whole()} {
			if err == nil || !strings.HasPrefix(err.Error(), name+": was removed, replaced or changed") {
				t.Errorf("%s: %v", what, err)
			}
		}
		f.Close()
	}
}

// TestMerge: the later judgement counts, and is said.
func TestMerge(t *testing.T) {
	var said []string
	m := Merged{Left: 1 << 20}
	var out bytes.Buffer
	err := errors.Join(m.Add(strings.NewReader("9\t1\thttp://a.test/9\n3\t0\n")),
		m.Add(strings.NewReader("9\t0.5\n3\t1\n3\t0\thttp://a.test/3")), m.Write(&out))
	m.Unlike(func(doc int32, earlier, counts float64) { said = append(said, fmt.Sprint(doc, earlier, counts)) })
	want := "3\t0\thttp://a.test/3\n9\t0.5\thttp://a.test/9\n"
	if err != nil || out.String() != want || fmt.Sprint(said) != "[3 1 0 9 1 0.5]" {
		t.Errorf("%q %v %v", out.String(), said, err)
	}
	timed := Merged{Left: 1 << 20}
	out.Reset()
	a, b := "9\t1\thttp://a.test/9\t4.500s\n3\t0\t\t1s\n", "9\t1\t\t0.007s\tnote\n3\t0\t\tnote\n"
	err = errors.Join(err, timed.Add(strings.NewReader(a)), timed.Add(strings.NewReader(b+a)), timed.Write(&out))
	if want := "3\t0\t\t1.000s\n9\t1\thttp://a.test/9\t4.507s\n"; err != nil || out.String() != want {
		t.Errorf("%q, not %q: %v", out.String(), want, err)
	}
	err = m.Add(strings.NewReader("9\t1\thttp://b.test/\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "line 1 judges document 9") {
		t.Error(err)
	}
	m.Left = 100
	if err := m.Add(strings.NewReader("4\t1\n")); err == nil || !strings.Contains(err.Error(), "raise -S") {
		t.Error(err)
	}
}

// TestPowerFailure: what Add and Undo have done is on the disk when they return, also in a new file.
func TestPowerFailure(t *testing.T) {
	for seed := range uint64(30) {
		sys := fault.Crashing(vfs.OS, seed)
		name := filepath.Join(t.TempDir(), "judged.tsv")
		var want []byte
		for doc := range int32(4) {
			f, err := Open(sys, name)
			if err != nil {
				t.Fatal(err)
			}
			j := Judgement{Doc: doc, Value: .5}
			if err := errors.Join(f.Add(&j), f.Undo(), f.Add(&j), sys.Crash()); err != nil {
				t.Fatal(err)
			}
			want = j.Append(want)
			if have, err := os.ReadFile(name); err != nil || !bytes.Equal(have, want) {
				t.Fatalf("seed %d: %q, not %q: %v", seed, have, want, err)
			}
		}
	}
}
