package crawl

import (
	"bytes"
	"testing"
)

// TestSummer: lines that differ only in their number become one, with the sum.
func TestSummer(t *testing.T) {
	var out bytes.Buffer
	s := summer{w: &out}
	for _, line := range []string{"deep\ta\t1", "deep\ta\t20", "deep\tb\t3", "depth\tb\t3"} {
		if err := s.add([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	if want := "deep\ta\t21\ndeep\tb\t3\ndepth\tb\t3\n"; out.String() != want {
		t.Errorf("%q", &out)
	}
	if s.add([]byte("deep\ta\tx")) == nil {
		t.Error("a line without a number is taken")
	}
}
