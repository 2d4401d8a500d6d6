package lang

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"webmill/pkg/realdata"
)

// TestOf: the first article of the Universal Declaration of Human Rights and the like, and what is in none of the
// languages.
func TestOf(t *testing.T) {
	for _, c := range []struct{ want, text string }{
		{"en", "All human beings are born free and equal in dignity and rights."},
		{"de", "Alle Menschen sind frei und gleich an Würde und Rechten geboren."},
		{"fr", "Tous les êtres humains naissent libres et égaux en dignité et en droits."},
		{"es", "Todos los seres humanos nacen libres e iguales en dignidad y derechos."},
		{"it", "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti."},
		{"pt", "Todos os seres humanos nascem livres e iguais em dignidade e em direitos."},
		{"nl", "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren."},
		{"sv", "Alla människor är födda fria och lika i värde och rättigheter."},
		{"da", "Alle mennesker er født frie og lige i værdighed og rettigheder."},
		{"fi", "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan."},
		{"el", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."},
		{"pl", "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw."},
		{"ru", "Все люди рождаются свободными и равными в своем достоинстве и правах."},
		{"en", "ALL HUMAN BEINGS ARE BORN FREE AND EQUAL IN DIGNITY AND RIGHTS."},

		{"", ""},
		{"", "the"},
		{"", "0123 456 789 3.14 1,000,000 2026-11-24 00:00:00"},
		{"", "\xff\xfe\x00\x01 \xf0\x9f \xc3"},
		{"", "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。"},
		{"", "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق."},
		{"", "Binadamu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu."},
		{"", "Vse zuter wrgl prkst qoph gnarx ztlk vrdn bqwx prrt klmn"},
		{"", "Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod"},
		{"", "Saolaítear na daoine uile saor agus comhionann ina ndínit agus ina gcearta. Tá bauidh an réasúin acu"},
	} {
		if got := Of([]byte(c.text)); got != c.want {
			t.Errorf("%q is %q, not %q", c.text, got, c.want)
		}
	}
}

// TestNoCode: program code is in no language, even if its comments are.
func TestNoCode(t *testing.T) {
	for _, size := range []int{200, 700} {
		none, all := 0, 0
		for _, pattern := range []string{"../*/*.go", "../../*/*.go", "../../../testdata/*/*.js"} {
			names, _ := filepath.Glob(pattern)
			for _, name := range names {
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				for _, part := range cut(string(withoutComments(b)), size) {
					all++
					if Of([]byte(part)) == "" {
						none++
					}
				}
			}
		}
		t.Logf("%d of %d, of %d characters", none, all, size)
		if all < 1000 || none*100 < all*95 {
			t.Errorf("%d of %d parts of code are in no language", none, all)
		}
	}
}

// TestAboutPrograms: texts about programs are English, though names of flags and files are a large part of them.
func TestAboutPrograms(t *testing.T) {
	names, err := filepath.Glob("../../../docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	var other []string
	table := regexp.MustCompile(`(?m)^\|.*\n`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if Of(table.ReplaceAll(text, nil)) != "en" {
			other = append(other, name)
		}
	}
	if len(other) > 1 { // one may be nearly all figures
		t.Errorf("not in English: %q", other)
	}
}

func withoutComments(code []byte) []byte {
	var kept [][]byte
	for line := range bytes.Lines(code) {
		if before, _, _ := bytes.Cut(line, []byte("//")); len(before) > 0 {
			kept = append(kept, before)
		}
	}
	return bytes.Join(kept, []byte("\n"))
}

// cut cuts a text into parts of n characters, at the ends of words.
func cut(text string, n int) (list []string) {
	from, chars := 0, 0
	for i, r := range text {
		if chars++; chars > n && (r == ' ' || r == '\n') {
			list = append(list, text[from:i])
			from, chars = i, 0
		}
	}
	return list
}

// TestEuroparl: of parts of 200 characters in eleven languages the model has 99 of 100 right. It was not made of these
// texts.
func TestEuroparl(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(realdata.Path(t, "suites/langid"), "*.test"))
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, n := range []int{20, 50, 100, 200} {
		right, stopped, all, wrong := 0, 0, 0, map[string]int{}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.TrimSuffix(filepath.Base(f), ".test")
			for _, part := range cut(string(b), n) {
				all++
				if Of([]byte(part)) == want {
					right++
				} else {
					wrong[want+":"+Of([]byte(part))]++
				}
				if byStopWords([]byte(part)) == want {
					stopped++
				}
			}
		}
		percent := func(n int) string { return fmt.Sprintf("%.1f", 100*float64(n)/float64(all)) }
		t.Logf("| %d | %d | %s | %s |", n, all, percent(right), percent(stopped))
		t.Log(wrong)
		if n == 200 && right*100 < all*99 {
			t.Errorf("only %d of %d are right", right, all)
		}
	}
}

// TestSame: a text has the same language whoever asks at the same time, and spaces and digits do not change it.
func TestSame(t *testing.T) {
	var all sync.WaitGroup
	for want, text := range map[string]string{
		"de": "Alle Menschen sind frei und gleich geboren", "en": "All human beings are born free and equal",
	} {
		if got := Of([]byte(text)); got != want {
			t.Errorf("%q, not %q: %s", got, want, text)
		}
		for range 8 {
			all.Go(func() {
				if got := Of([]byte("  12 \n" + strings.ReplaceAll(text, " ", "\n \t 7 "))); got != want {
					t.Errorf("%q, not %q: %s", got, want, text)
				}
			})
		}
	}
	all.Wait()
}

// TestNGrams: those of one word, worked by hand.
func TestNGrams(t *testing.T) {
	var got []string
	NGrams([]byte("Ab, c!"), func(ngram uint64, n int) {
		s := Text(ngram)
		if utf8.RuneCountInString(s) != n {
			t.Errorf("%q has not %d characters", s, n)
		}
		got = append(got, s)
	})
	want := []string{"_a", "ab", "_ab", "b_", "ab_", "_ab_", "_c", "c_", "_c_"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, s := range want {
		if got := Text(ngramOf(s)); got != s {
			t.Errorf("%q is read as %q", s, got)
		}
	}
}

// TestModel: each language has a mean, its own n-grams and stop words.
func TestModel(t *testing.T) {
	m := theModel()
	_, stopped := stops()
	if !slices.Equal(stopped, languages()) {
		t.Errorf("stop words of %v, model of %v", stopped, languages())
	}
	for i, name := range m.Names {
		if m.mean[i] <= 0 || m.mean[i] >= Rarest || m.spread[i] <= 0 {
			t.Errorf("%s: mean %v, spread %v", name, m.mean[i], m.spread[i])
		}
	}
	manual, err := os.ReadFile("../../../tools/extract-text/manual.go")
	words := strings.Join(strings.Fields(string(manual)), " ")
	if err != nil || !strings.Contains(words, ": "+strings.Join(languages(), " ")+".") {
		t.Errorf("the manual of extract-text has not the languages %v: %v", languages(), err)
	}
	for _, bad := range []string{"", "language\ta\nmean\tx\n", "language\ta\nmean\t1\nspread\t1\nab\t1\t2\n",
		"language\ta\tb\nab\t1\n", "language\ta\nab\t217\n", "language\ta\nab\tx\n", "language\ta\nmean\t1\t2\n"} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(bad))
		w.Close()
		if _, err := Read(b.Bytes()); err == nil && bad != "" {
			t.Errorf("read %q", bad)
		}
	}
}

func TestLongText(t *testing.T) {
	german := strings.Repeat("Alle Menschen sind frei und gleich an Würde und Rechten geboren. ", 1000)
	if got := Of([]byte(german)); got != "de" {
		t.Errorf("%q", got)
	}
	if n := testing.AllocsPerRun(20, func() { Of([]byte(german[:2000])) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzOf(f *testing.F) {
	f.Add([]byte("All human beings are born free and equal in dignity and rights."))
	f.Add(bytes.Repeat([]byte("ä\xff"), 3000))
	f.Fuzz(func(t *testing.T, text []byte) {
		if got := Of(text); got != "" && !slices.Contains(languages(), got) {
			t.Errorf("%q", got)
		}
		byStopWords(text)
	})
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		Read(packed)
	}
}

func BenchmarkOf(b *testing.B) {
	text := []byte(strings.Repeat("Alle Menschen sind frei und gleich an Würde und Rechten geboren. ", 40)[:sampled*sample])
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Of(text)
	}
}

// languages are those that Of knows.
func languages() (names []string) {
	for _, name := range theModel().Names {
		if name != Code {
			names = append(names, name)
		}
	}
	return names
}
