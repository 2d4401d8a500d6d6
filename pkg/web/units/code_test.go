package units

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCode: what is read is what was written.
func TestCode(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := read(t, Thesis, drawPage(rt, "page"))
		var q Page
		if err := q.Decode(p.AppendCode(nil)); err != nil || show(&q) != show(p) {
			rt.Fatalf("%v: %s, not %s", err, show(&q), show(p))
		}
		checkTree(t, &q)
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(read(f, Thesis, example[0]).AppendCode(nil))
	f.Add([]byte("11000\t"))
	f.Fuzz(func(t *testing.T, code []byte) {
		var p Page
		if p.Decode(code) == nil {
			for i := range p.Nodes {
				p.Unit(i)
			}
		}
	})
}
