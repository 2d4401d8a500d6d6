package main

import (
	"encoding/xml"
	"net/url"
	"testing"
)

// TestAppendXML: each byte of a URL comes back by XML and the escapes of URLs.
func TestAppendXML(t *testing.T) {
	all := []byte("http://s.test/\ufffe\uffff\u00e4\xff")
	for c := range 256 {
		if c != '%' {
			all = append(all, byte(c))
		}
	}
	var text string
	if err := xml.Unmarshal(append(appendXML([]byte("<loc>"), all), "</loc>"...), &text); err != nil {
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
