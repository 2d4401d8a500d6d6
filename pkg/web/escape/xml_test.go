package escape

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAppendXML: each charset writes these bytes.
func TestAppendXML(t *testing.T) {
	for _, c := range []struct{ text, utf8, latin1 string }{
		{"", "", ""},
		{`a<b> & "c" 'd' ]]>`, `a&lt;b&gt; &amp; "c" 'd' ]]&gt;`, `a&lt;b&gt; &amp; "c" 'd' ]]&gt;`},
		{"a\tb\nc\rd", "a\tb\nc&#xd;d", "a\tb\nc&#xd;d"},
		{"ü€𝄞", "ü€𝄞", "\xfc&#x20ac;&#x1d11e;"},
		{"\x00\x1f\ufffe\uffff", "\ufffd\ufffd\ufffd\ufffd", "&#xfffd;&#xfffd;&#xfffd;&#xfffd;"},
		{"\xff\xc3", "\ufffd\ufffd", "&#xfffd;&#xfffd;"},
		{"\x7f\u0085\u00a0", "&#x7f;&#x85;\u00a0", "&#x7f;&#x85;\xa0"},
	} {
		for as, want := range map[Charset]string{UTF8: c.utf8, Latin1: c.latin1} {
			if got := AppendXML([]byte("x"), []byte(c.text), as); string(got) != "x"+want {
				t.Errorf("%s: %q is %q, not %q", as, c.text, got, want)
			}
		}
	}
}

// FuzzXML: encoding/xml reads what it reads of its own escapes.
func FuzzXML(f *testing.F) {
	f.Add([]byte("a<b> & \"c\" ü€ \r\n\t]]>\xff\x00\ufffe"))
	f.Add(bytesOf(0))
	f.Fuzz(func(t *testing.T, text []byte) {
		var own bytes.Buffer
		if err := xml.EscapeText(&own, text); err != nil {
			t.Fatal(err)
		}
		want := parsed(t, "<a>"+own.String()+"</a>")
		for as, head := range map[Charset]string{UTF8: "", Latin1: `<?xml version="1.0" encoding="ISO-8859-1"?>`} {
			if got := parsed(t, head+"<a>"+string(AppendXML(nil, text, as))+"</a>"); got != want {
				t.Errorf("%s: %q is %q again, not %q", as, text, got, want)
			}
		}
	})
}

// parsed is the text of an XML file of one element.
func parsed(t *testing.T, file string) (text string) {
	d := xml.NewDecoder(strings.NewReader(file))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) {
		latin1, err := io.ReadAll(in)
		var b []byte
		for _, c := range latin1 {
			b = utf8.AppendRune(b, rune(c))
		}
		return strings.NewReader(string(b)), err
	}
	if err := d.Decode(&text); err != nil {
		t.Fatalf("%q: %v", file, err)
	}
	return text
}
