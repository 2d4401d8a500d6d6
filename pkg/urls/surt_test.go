package urls

import (
	"encoding/json"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

func TestSURT(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"http://www.example.com/", "com,example)/"},
		{"http://example.com", "com,example)/"},
		{"https://www12.Example.com:443/A/", "com,example)/a"},
		{"http://www2example.com/", "com,www2example)/"},
		{"http://www.com/", "com)/"},
		{"http://u:p@example.com:8080/", "com,example:8080)/"},
		{"http://example.com/goo/?", "com,example)/goo"},
		{"http://example.com/goo/?b&a", "com,example)/goo?a&b"},
		{"http://example.com/?a=2&b&a=1", "com,example)/?a=1&a=2&b"},
		{"http://example.com/?a-b=1&a=2", "com,example)/?a=2&a-b=1"},
		{"http://example.com/x.gif?&r=http%3A//b.example/&o=Win32", "com,example)/x.gif?&o=win32&r=http://b.example/"},
		{"http://example.com/?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=1", "com,example)/?action=profile;u=1"},
		{"http://example.com/?PHPSESSID=0123&sid=1", "com,example)/?phpsessid=0123&sid=1"},
		{"http://example.com/?ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM", "com,example)/"},
		{"http://example.com/?item=Wroc%C5%82aw%20%28x%29", "com,example)/?item=wroc%c5%82aw%20(x)"},
		{"http://example.com/%2525%2%35%#x", "com,example)/%25%25%25"},
		{"http://192.168.1.254/info/", "254,1,168,192)/info"},
		{"http://bücher.example/", "example,xn--bcher-kva)/"},
		{"dns:example.com", "dns:example.com"},
		{"", ""},
	} {
		if got := AppendSURT(nil, []byte(c.url)); string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.url, got, c.want)
		}
	}
}

// TestSURTIndex: the keys of an index that another program wrote.
func TestSURTIndex(t *testing.T) {
	text := realdata.Read(t, "warc/pywb--iana.cdxj")
	run := 0
	for line := range strings.Lines(string(text)) {
		key, rest, _ := strings.Cut(line, " ")
		_, fields, _ := strings.Cut(rest, " ")
		var entry struct{ URL string }
		if err := json.Unmarshal([]byte(fields), &entry); err != nil {
			t.Fatal(err)
		}
		run++
		if got := AppendSURT(nil, []byte(entry.URL)); string(got) != key {
			t.Errorf("%q: got %q, want %q", entry.URL, got, key)
		}
	}
	t.Logf("%d lines", run)
}

func TestStripSessions(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"http://example.com/", "http://example.com/"},
		{"http://example.com/?", "http://example.com/?"},
		{"http://example.com/?#", "http://example.com/?#"},
		{"http://example.com/a?b=1&c#d", "http://example.com/a?b=1&c#d"},
		{"http://example.com/a;JSessionID=1F.node2", "http://example.com/a"},
		{"http://example.com/a;jsessionid=1/b;jsessionid=2;v=1?x#y", "http://example.com/a/b;v=1?x#y"},
		{"http://example.com/a/..;jsessionid=1/b;jsessionid=2", "http://example.com/a/..;jsessionid=1/b"},
		{"http://example.com;jsessionid=1/", "http://example.com;jsessionid=1/"},
		{"http://example.com/.;jsessionid=1;jsessionid=2", "http://example.com/.;jsessionid=1"},
		{"http://example.com/?PHPSESSID=1", "http://example.com/"},
		{"http://example.com/?PHPSESSID=1#x", "http://example.com/#x"},
		{"http://example.com/?a=1&PHPSESSID=1&b=2", "http://example.com/?a=1&b=2"},
		{"http://example.com/?ASPSESSIONIDAB=1&b=2", "http://example.com/?b=2"},
		{"http://example.com/?CFID=1&CFTOKEN=2&b", "http://example.com/?b"},
		{"http://example.com/?CFID=1&b", "http://example.com/?CFID=1&b"},
		{"http://example.com/?sid=12", "http://example.com/?sid=12"},
		{"http://example.com/?sid=introduction-to-botany-1", "http://example.com/?sid=introduction-to-botany-1"},
		{"http://example.com/?x&sid=0123456789abcdef", "http://example.com/?x"},
	} {
		got := StripSessions(nil, []byte(c.url))
		if string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.url, got, c.want)
		}
		if again := StripSessions(nil, got); string(again) != c.want {
			t.Errorf("%q: twice %q", c.url, again)
		}
	}
}
