package tuple

import "webmill/pkg/hashes"

// Sum adds up a hash of each record, so it does not depend on the order of the records. A record is mixed in pairs of columns.
func Sum(block []int32, width int) (sum uint64) {
	for ; len(block) > 0; block = block[width:] {
		h := uint64(width)
		for i := 0; i < width; i += 2 {
			h ^= uint64(uint32(block[i]))
			if i+1 < width {
				h ^= uint64(uint32(block[i+1])) << 32
			}
			h = hashes.Mix(h + hashes.Golden)
		}
		sum += h
	}
	return sum
}
