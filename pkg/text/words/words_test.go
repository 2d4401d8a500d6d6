package words

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func all(text string) (list []string) {
	var s Splitter
	s.Reset([]byte(text))
	for w := s.Next(); w != nil; w = s.Next() {
		list = append(list, string(w))
	}
	return list
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"The quick (“brown”) fox can’t jump 32.3 feet, right?": "the quick brown fox can't jump 32.3 feet right",
		"ÄRGER über Straße":          "ärger über straße",
		"e-mail a.b.c x_y 3,5;7 1,a": "e mail a.b.c x_y 3,5;7 1 a",
		"Donau\u00addampf":           "donaudampf",
		"東京 ひら カタカナ 한국어 ภาษาไทย": "東 京 ひ ら カタカナ 한국어 ภาษาไทย",
		"שלום צה\"ל":                      "שלום צה\"ל",
		"Ինչո՞ւ 二〇〇〡":                     "ինչո՞ւ 二 〇 〇 〡",
		"a' 'b ' .c d.":                   "a b c d",
		"__ _ ...":                        "",
		"e\u0301t\u00e9":                  "e\u0301té",
		strings.Repeat("x", Max+1) + " y": "y",
	} {
		if got := strings.Join(all(text), " "); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// TestWordsAgainstPerl: perl knows the boundaries too. It is asked for texts without the scripts that are simpler here.
func TestWordsAgainstPerl(t *testing.T) {
	if _, err := exec.LookPath("perl"); err != nil {
		t.Skip("perl is not installed")
	}
	alphabet := []rune("abzAZ059_:,;.'\"’· -\u00ad\u0301äßΣжאבךع٣あ漢カー한ª²½€—…՞՛֊˘˅٫ꜗ〱゛🏽ʻ")
	var texts []string
	rapid.Check(t, func(t *rapid.T) {
		texts = append(texts, rapid.StringOfN(rapid.SampledFrom(alphabet), 1, 24, -1).Draw(t, "text"))
	})
	cmd := exec.Command("perl", "-CS", "-Mutf8", "-ne",
		`chomp; print join("\x{1}", grep { /[\p{L}\p{N}]/ } split /\b{wb}/), "\n"`)
	cmd.Stdin = strings.NewReader(strings.Join(texts, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("perl knows no \\b{wb}: version 5.22 is needed (%v)", err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		var want []string
		for w := range strings.SplitSeq(line, "\x01") {
			if got := all(w); len(got) == 1 {
				want = append(want, got[0])
			} else if len(got) > 1 {
				t.Errorf("%q: perl's %q are %d words", texts[i], w, len(got))
			}
		}
		if got := all(texts[i]); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: %q, perl %q", texts[i], got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("a.b 1,2 שלום")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "")
		for _, w := range all(text) {
			if w == "" || !utf8.ValidString(w) {
				t.Fatalf("%q: the word %q", text, w)
			}
		}
	})
}

func BenchmarkWords(b *testing.B) {
	text := []byte(strings.Repeat("Wer Netzwerke verstehen will, sollte zuerst nebenläufige Netzwerke kennen. The quick brown fox. ", 1000))
	var s Splitter
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s.Reset(text)
		for s.Next() != nil {
		}
	}
}
