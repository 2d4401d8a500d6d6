package jsonstring

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// The forms of the outputs: of documents, of the log of a crawl, and of the pages of a site.
var forms = map[string]*Form{
	"documents": New(Options{Short: "\n\t", Delete: true}),
	"log":       New(Options{Delete: true, Invalid: "\ufffd"}),
	"pages":     New(Options{}),
}

func TestForms(t *testing.T) {
	const text = "a\"\\\n\t\r\x00\x1f\x7fä\u2028\xff/<&>𝄞"
	for name, want := range map[string]string{
		"documents": `"a\"\\\n\t\u000d\u0000\u001f\u007fä` + "\u2028\xff/<&>𝄞\"",
		"log":       `"a\"\\\u000a\u0009\u000d\u0000\u001f\u007fä` + "\u2028\ufffd/<&>𝄞\"",
		"pages":     `"a\"\\\u000a\u0009\u000d\u0000\u001f` + "\x7fä\u2028\xff/<&>𝄞\"",
	} {
		if got := string(Append(forms[name], []byte("x"), text)); got != "x"+want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

// check compares the standard form with encoding/json byte by byte, and the others by what encoding/json reads.
func check(t *testing.T, text string) {
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		t.Fatal(err)
	}
	got := Append(Standard, nil, text)
	if !bytes.Equal(got, bytes.TrimSuffix(want.Bytes(), []byte{'\n'})) {
		t.Errorf("%q: %s, encoding/json writes %s", text, got, want.Bytes())
	}
	if fromBytes := Append(Standard, nil, []byte(text)); !bytes.Equal(fromBytes, got) {
		t.Errorf("%q: %s as bytes, %s as a string", text, fromBytes, got)
	}
	if inside := AppendInside(Standard, nil, text); string(inside) != string(got[1:len(got)-1]) {
		t.Errorf("%q: %s inside of %s", text, inside, got)
	}
	var valid strings.Builder // each byte that is not UTF-8 is U+FFFD
	for _, r := range text {
		valid.WriteRune(r)
	}
	for name, f := range forms {
		if !utf8.ValidString(text) && f.invalid == "" {
			continue
		}
		line, read := Append(f, nil, text), ""
		if err := json.Unmarshal(line, &read); err != nil || read != valid.String() {
			t.Errorf("%s: %q is written as %s and read as %q: %v", name, text, line, read, err)
		}
	}
}

func TestStandard(t *testing.T) {
	for c := range 256 {
		check(t, string([]byte{byte(c)}))
		check(t, string([]byte{'a', byte(c), 'b', byte(c)}))
		check(t, string(rune(c)))
	}
	for _, text := range seeds {
		check(t, text)
	}
}

var seeds = []string{
	"", "plain", "é\u2027\u2028\u2029\u202a", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "𝄞\U0010ffff", "\ufffd",
	"<a href=\"x\">&\b\f\n\r\t</a>",
}

func FuzzAppend(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(check)
}

func TestAllocatesNothing(t *testing.T) {
	text, dst := []byte(strings.Repeat("a\nä\xff\"", 100)), make([]byte, 0, 4<<10)
	if n := testing.AllocsPerRun(10, func() { dst = Append(Standard, dst[:0], text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
