package fnv

import (
	"hash/fnv"
	"testing"
)

// TestStandard: of bytes the hashes are those of the standard library.
func TestStandard(t *testing.T) {
	for _, text := range []string{"", "a", "webmill", "\x00\xff\x80"} {
		short, long := fnv.New32a(), fnv.New64a()
		short.Write([]byte(text))
		long.Write([]byte(text))
		a, b := Start32, Start64
		for _, c := range []byte(text) {
			a, b = Add32(a, uint32(c)), Add64(b, uint64(c))
		}
		if a != short.Sum32() || b != long.Sum64() {
			t.Errorf("%q: %x, %x", text, a, b)
		}
	}
}
