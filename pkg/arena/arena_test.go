package arena

import (
	"slices"
	"testing"
)

// Words of slabs are zeroed and do not overlap, however many slabs they take.
func TestSlabs(t *testing.T) {
	var s Slabs
	defer s.Free()
	var taken [][]uint64
	for n := 1; n <= slabWords; n = n*3 + 1 {
		for range 3 {
			p := s.Words(n)
			for i := range p {
				if p[i] != 0 {
					t.Fatalf("word %d of %d is %d", i, n, p[i])
				}
				p[i] = uint64(len(taken) + 1)
			}
			taken = append(taken, p)
		}
	}
	for i, p := range taken {
		for k := range p {
			if p[k] != uint64(i+1) {
				t.Fatalf("word %d of call %d is of call %d", k, i, p[k]-1)
			}
		}
	}
}

// What a pool gives is zeroed, as long as asked for, and does not overlap.
func TestPool(t *testing.T) {
	var p Pool
	defer p.Free()
	var taken [][]byte
	for n := range int64(20) {
		bytes, err := Take[byte](&p, n)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range bytes {
			if b != 0 {
				t.Fatalf("byte %d of %d is %d", i, n, b)
			}
			bytes[i] = byte(n)
		}
		taken = append(taken, bytes)
	}
	for n, bytes := range taken {
		if len(bytes) != n || cap(bytes) != n || slices.ContainsFunc(bytes, func(b byte) bool { return b != byte(n) }) {
			t.Errorf("%d bytes are %v", n, bytes)
		}
	}
}

// Views of the same memory show the same numbers.
func TestViews(t *testing.T) {
	words, err := Words(3)
	if err != nil {
		t.Fatal(err)
	}
	defer Free(words)
	ints := View[int32](words)
	if ints[4] = 7; len(ints) != 6 || len(Bytes(words)) != 24 || uint32(words[2]) != 7 && uint32(words[2]>>32) != 7 {
		t.Errorf("%d numbers, %d bytes, words %x", len(ints), len(Bytes(words)), words)
	}
	if none, err := Words(0); err != nil || len(none) != 0 {
		t.Errorf("no words: %v, %v", none, err)
	}
	Free(nil)
}
