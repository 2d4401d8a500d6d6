package judgement

import (
	"bytes"
	"strings"
	"testing"

	"webmill/pkg/tuple"
)

// FuzzRead: whatever the text is, what is read of it is a judgement, and its line gives it again.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "0\t1\n", "7\t0.5\thttp://a.test/\n8\t1", "1\t-0\n", "1\tNaN\n", "1\t1e-400\tx\ty\n", "x",
		"3\t1\thttp://a.test/\t4.218s\n", "3\t1\t\t0.001s\tnote", "3\t1\tx\t1.s", "3\t1\tx\t999999999.999s",
		"5\n", "\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := Read(strings.NewReader(text), func(j *Judgement) error {
			if !(j.Doc >= 0 && j.Value >= 0 && j.Value <= 1) {
				t.Fatalf("%+v", j)
			}
			line := j.Append(nil)
			n := 0
			if err := Read(bytes.NewReader(line), func(again *Judgement) error {
				n++
				if again.Doc != j.Doc || again.Value != j.Value || again.Took != j.Took || len(again.URL) != len(j.URL) {
					t.Fatalf("%q: %+v, not %+v", line, again, j)
				}
				return nil
			}); err != nil || n != 1 {
				t.Fatalf("%q: %d lines, %v", line, n, err)
			}
			return nil
		})
		if err != nil && !strings.HasPrefix(err.Error(), "line ") {
			t.Fatal(err)
		}
	})
}

// TestRead: what is refused, and where.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"1\t1\n\n2\t0\n": "line 2 is no judgement", "1\t1\nx\t1\n": "line 2 is no judgement", "1\n": "line 1 is no judgement",
		"1\t2\n": `line 1 judges a document by "2"`, "1\tNaN\n": `line 1 judges a document by "NaN"`, "1\t-1\n": "line 1 judges",
		"2147483648\t1\n": "line 1 is no judgement", "1\t\n": "line 1 judges a document by", "-1\t1\n": "line 1 is no judgement",
		"1\t" + strings.Repeat("0", tuple.MaxLine) + "\n": "longer than 64 KiB, at line 1",
	} {
		err := Read(strings.NewReader(text), func(*Judgement) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func FuzzReadValues(f *testing.F) {
	f.Add("1\t0.5\thttp://a.test/\n2\t1\n1\t0\n")
	f.Fuzz(func(t *testing.T, text string) {
		j, err := ReadValues(strings.NewReader(text), func(int64) error { return nil })
		if err != nil {
			return
		}
		for doc, value := range j.Of {
			if doc < 0 || !(value >= 0 && value <= 1) {
				t.Errorf("document %d is judged by %v", doc, value)
			}
		}
	})
}
