package warc

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

// FuzzRecords: whatever the bytes are, the places of the records grow, and what comes out does not depend on the cuts.
func FuzzRecords(f *testing.F) {
	for _, c := range compressions(small()) {
		f.Add([]byte(c))
	}
	f.Add([]byte(asARC(gz, "HTTP/1.0 200 OK\r\n\r\n4\r\nbody\r\n0\r\n\r\n")))
	f.Add([]byte(asARC(func(s string) string { return s }, "x", "")))
	f.Fuzz(func(t *testing.T, input []byte) {
		var offset, inner int64 = -1, 0
		_, err := Run(bytes.NewReader(input), Options{Threads: 1}, func(records *Records) (int, error) {
			for {
				r, err := records.Next()
				if err != nil {
					return 0, nil
				}
				if r.Offset < offset || r.Offset == offset && r.Inner <= inner || r.Offset+r.Length > int64(len(input)) {
					t.Fatalf("a record at %d+%d, %d long, after one at %d+%d", r.Offset, r.Inner, r.Length, offset, inner)
				}
				offset, inner = r.Offset, r.Inner
				r.HTTP()
			}
		}, func(int) error { return nil })
		if err != nil && !errors.Is(err, ErrNoArchive) && !errors.Is(err, errDictionary) {
			t.Fatal(err)
		}
		want, _, _ := listing(bytes.NewReader(input), Options{Threads: 1, cuts: sequence}, true)
		got, _, _ := listing(io.MultiReader(bytes.NewReader(input)), Options{Threads: 2, cuts: tiny}, true)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%q\n%q", got, want)
		}
	})
}
