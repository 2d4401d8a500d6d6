package valid

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestUTF8 compares with the library: on all texts of three bytes that can matter, and on longer ones.
func TestUTF8(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, text []byte) {
		if UTF8(text) != utf8.Valid(text) {
			t.Fatalf("%q: %v", text, UTF8(text))
		}
	}
	for n := range 1 << 24 {
		check(t, []byte{byte(n >> 16), byte(n >> 8), byte(n)})
		if n&0xff == 0x80 {
			check(t, []byte{0xf0 | byte(n>>20)&7, byte(n >> 12), byte(n >> 8), 0x80})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.String().Draw(t, "text"))
		check(t, text)
		if len(text) > 0 {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			check(t, text)
		}
	})
}

func BenchmarkUTF8(b *testing.B) {
	text := []byte(strings.Repeat("Příliš žluťoučký kůň úpěl ďábelské ódy. ", 1000))
	for name, valid := range map[string]func([]byte) bool{"valid": UTF8, "library": utf8.Valid} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				valid(text)
			}
		})
	}
}

// TestCut: the longest beginning in whole characters that has no more bytes.
func TestCut(t *testing.T) {
	for most, want := range []string{"", "a", "a", "aä", "aä", "aä", "aä€", "aä€b", "aä€b"} {
		if got := string(Cut([]byte("aä€b"), most)); got != want {
			t.Errorf("%d bytes: %q, not %q", most, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Größe": "Größe", "a\tb\r\n\x00\x7f": "a?b????", "\xffa\xc3": "\ufffda\ufffd", "\u0085": "\u0085",
	} {
		if got := string(OneLine([]byte("\n"), text, '?')); got != "\n"+want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
		if got := string(OneLine(nil, []byte(text), '?')); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
