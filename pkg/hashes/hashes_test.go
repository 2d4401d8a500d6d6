package hashes

import (
	"fmt"
	"hash/fnv"
	"testing"
)

// TestFNV: of bytes the hashes are those of the standard library.
func TestFNV(t *testing.T) {
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

func TestHex(t *testing.T) {
	for _, h := range []uint64{0, 1, 0xf0, Golden, 1<<64 - 1} {
		if got := string(AppendHex([]byte("x"), h)); got != fmt.Sprintf("x%016x", h) {
			t.Errorf("%d: %s", h, got)
		}
	}
}

// The first numbers that the generator of the authors gives for the seed 1234567.
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821} {
		if state += Golden; Mix(state) != want {
			t.Errorf("%d, want %d", Mix(state), want)
		}
	}
}
