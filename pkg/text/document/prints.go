package document

import (
	"crypto/sha1"
	"encoding/hex"
	"math/bits"

	"webmill/pkg/ascii"
	"webmill/pkg/hashes"
)

// AppendHash appends the SHA-1 of a body, in hexadecimal digits.
func AppendHash(dst, body []byte) []byte {
	sum := sha1.Sum(body)
	return hex.AppendEncode(dst, sum[:])
}

// AppendPrint appends 40 digits that copies of a page share, made as the UNICO robot says it made its own: 10 of the
// length, 5 of the number of links, and 25 of bytes at places that divide the body evenly, each modulo 10.
func AppendPrint(dst, body []byte, links int64) []byte {
	dst = appendDigits(dst, int64(len(body)), 10)
	dst = appendDigits(dst, links, 5)
	for i := range 25 {
		digit := byte('0')
		if len(body) > 0 {
			digit += body[i*len(body)/25] % 10
		}
		dst = append(dst, digit)
	}
	return dst
}

// appendDigits appends the last n digits of a number.
func appendDigits(dst []byte, number int64, n int) []byte {
	from := len(dst)
	for range n {
		dst = append(dst, '0')
	}
	for i := from + n - 1; i >= from; i-- {
		dst[i] = byte('0' + number%10)
		number /= 10
	}
	return dst
}

// Simhash makes 64 bits of a text, of which most are equal in texts that are nearly equal (Charikar 2002). Its features
// are all sequences of three words, in lower case for ASCII: bit i is set if it is set in the hashes of more than half
// of them. A text of fewer words is one feature.
type Simhash struct {
	planes   [40]uint64 // bit i of the numbers planes[0] + 2·planes[1] + … counts the features with bit i set
	features uint64
	words    uint64
	last     [2]uint64 // the hashes of the two words before
}

// Add adds the words of a text.
func (s *Simhash) Add(text []byte) {
	h := hashes.Start64
	for _, c := range text {
		if c > ' ' {
			h = hashes.Add64(h, uint64(ascii.Lower[c]))
		} else if h != hashes.Start64 {
			s.word(h)
			h = hashes.Start64
		}
	}
	if h != hashes.Start64 {
		s.word(h)
	}
}

func (s *Simhash) word(h uint64) {
	if s.words++; s.words > 2 {
		s.feature(s.last[0], s.last[1], h)
	}
	s.last[0], s.last[1] = s.last[1], h
}

// feature counts the bits of a sequence of three words.
func (s *Simhash) feature(a, b, c uint64) {
	h := hashes.Mix(a + bits.RotateLeft64(b, 21) + bits.RotateLeft64(c, 42))
	s.features++
	for i := range s.planes {
		carry := s.planes[i] & h
		s.planes[i] ^= h
		if h = carry; h == 0 {
			break
		}
	}
}

// Sum is the result for all words that were added.
func (s *Simhash) Sum() (sum uint64) {
	if s.words == 0 {
		return 0
	}
	if s.features == 0 {
		s.feature(0, s.last[0], s.last[1])
	}
	for bit := range 64 {
		count := uint64(0)
		for i, plane := range s.planes {
			count |= plane >> bit & 1 << i
		}
		if 2*count > s.features {
			sum |= 1 << bit
		}
	}
	return sum
}
