package tuple

import (
	"fmt"
	"math"
)

// F64Column returns the two columns that hold one float64.
func F64Column(name string) []Column {
	return []Column{{Name: name, Kind: F64}, {Name: name, Kind: F64High}}
}

// PutF64 writes a score into the first two values of slots, which are those of an f64.
func PutF64(slots []int32, x float64) {
	v := math.Float64bits(x)
	slots[0], slots[1] = int32(v), int32(v>>32)
}

// F64Value returns the score that the first two values of slots stand for.
func F64Value(slots []int32) float64 {
	return math.Float64frombits(uint64(uint32(slots[0])) | uint64(uint32(slots[1]))<<32)
}

// Numbers is how many numbers a record has: the number of its columns, but an f64 counts once.
func Numbers(cols []Column) int {
	n := 0
	for _, c := range cols {
		if c.Kind != F64High {
			n++
		}
	}
	return n
}

// CheckHalves reports an f64 whose two columns do not stand together.
func CheckHalves(cols []Column) error {
	for i, c := range cols {
		if c.Kind == F64 && (i+1 == len(cols) || cols[i+1].Kind != F64High) ||
			c.Kind == F64High && (i == 0 || cols[i-1].Kind != F64) {
			return fmt.Errorf("half of the f64 %s: it is two columns that stand together", c.Name)
		}
	}
	return nil
}
