package adj

import (
	"encoding/binary"
	"math"
	"slices"
)

// The weights of a chunk are of one of two forms, which the first byte tells:
//
//	n > 0   few: n weights that differ, 4 bytes each, and a packed column with the place of each link's weight among them
//	n = 0   many: the bits of each weight, 4 bytes
//
// Links of a crawl have few weights that differ, such as 1 and that of a menu link: they take a bit or two each.
const fewWeights = 64

// appendWeights encodes the weights.
func (c *Chunk) appendWeights(dst []byte) []byte {
	if c.codes == nil {
		c.codes = make(map[uint32]uint32, fewWeights)
	}
	clear(c.codes)
	from := len(dst)
	dst = append(dst, 0)
	codes := grow(&c.ids, len(c.Weights))
	last, code := uint32(0), uint32(0)
	for i, w := range c.Weights {
		b := math.Float32bits(w)
		if b != last || i == 0 {
			known := false
			if code, known = c.codes[b]; !known {
				if len(c.codes) == fewWeights {
					return c.appendManyWeights(dst[:from+1])
				}
				code = uint32(len(c.codes))
				c.codes[b] = code
				dst = binary.LittleEndian.AppendUint32(dst, b)
			}
			last = b
		}
		codes[i] = code
	}
	dst[from] = byte(len(c.codes))
	return appendPacked(dst, codes)
}

func (c *Chunk) appendManyWeights(dst []byte) []byte {
	for _, w := range c.Weights {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(w))
	}
	return dst
}

// decodeWeights reads what appendWeights wrote.
func (c *Chunk) decodeWeights(src []byte, links int) {
	few := int(src[0])
	src = src[1:]
	c.Weights = slices.Grow(c.Weights, links)[:links]
	if few == 0 {
		for i := range c.Weights {
			c.Weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:]))
		}
		return
	}
	var weights [fewWeights]float32
	for i := range few {
		weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:]))
	}
	codes := grow(&c.ids, links)
	unpack(codes, src[4*few:])
	for i, code := range codes {
		c.Weights[i] = weights[code%fewWeights]
	}
}
