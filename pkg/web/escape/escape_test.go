package escape

import (
	"bytes"
	"encoding/xml"
	"html"
	"net/url"
	"testing"
)

// bytesOf are all bytes, without one.
func bytesOf(without byte) (all []byte) {
	for c := range 256 {
		if byte(c) != without {
			all = append(all, byte(c))
		}
	}
	return all
}

// TestSets: each set writes these bytes.
func TestSets(t *testing.T) {
	for _, c := range []struct {
		set        *Set
		text, want string
	}{
		{Text, `a<b> & "c" 'd'`, `a&lt;b&gt; &amp; "c" 'd'`},
		{Value, `a<b> & "c" 'd'`, `a&lt;b&gt; &amp; &#34;c&#34; 'd'`},
		{Value, "&amp;", "&amp;amp;"},
		{Value, "", ""},
		{AddressXML, `http://s.test/?a=1&b='"<>` + " \x00\x7fü", "http://s.test/?a=1&amp;b=&apos;&quot;&lt;&gt;%20%00%7F%C3%BC"},
	} {
		if got := c.set.Append([]byte("x"), []byte(c.text)); string(got) != "x"+c.want {
			t.Errorf("%q is %q, not %q", c.text, got, c.want)
		}
	}
	if n := AddressXML.Longest(); n != len("&quot;") {
		t.Errorf("the longest has %d bytes", n)
	}
}

// TestAddressXML: each byte of a URL comes back by XML and the escapes of URLs.
func TestAddressXML(t *testing.T) {
	all := append([]byte("http://s.test/\ufffe\uffff\u00e4\xff"), bytesOf('%')...)
	var text string
	if err := xml.Unmarshal(append(AddressXML.Append([]byte("<loc>"), all), "</loc>"...), &text); err != nil {
		t.Fatal(err)
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c >= 0x7f {
			t.Errorf("byte %#x in %q", c, text)
		}
	}
	if got, err := url.PathUnescape(text); err != nil || got != string(all) {
		t.Errorf("%q, %v", got, err)
	}
}

// FuzzHTML: what was escaped has no byte that ends a text or a value, and a browser and AppendPlain read it as it was.
func FuzzHTML(f *testing.F) {
	f.Add([]byte(`a<b> & "c" &amp; &#34; &lt &`))
	f.Add(bytesOf(0))
	f.Fuzz(func(t *testing.T, text []byte) {
		for set, ends := range map[*Set]string{Text: "<>", Value: `<>"`} {
			got := set.Append(nil, text)
			if bytes.ContainsAny(got, ends) {
				t.Errorf("%q", got)
			}
			if plain := AppendPlain(nil, got); !bytes.Equal(plain, text) {
				t.Errorf("%q is %q again", text, plain)
			}
			if plain := html.UnescapeString(string(got)); plain != string(text) {
				t.Errorf("%q is %q in a browser", text, plain)
			}
		}
	})
}
