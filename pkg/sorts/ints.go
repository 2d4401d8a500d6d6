package sorts

import "slices"

const fewInts = 48 // which a sort by comparisons does sooner

// Ints sorts numbers from 0 on, digit by digit, and returns them; spare is as long, and what is in it is lost. The result is in
// one of both.
func Ints(a, spare []int32) []int32 {
	if len(a) <= fewInts {
		slices.Sort(a)
		return a
	}
	var counts [4][256]int32
	for _, v := range a {
		counts[0][v&255]++
		counts[1][v>>8&255]++
		counts[2][v>>16&255]++
		counts[3][v>>24]++
	}
	for digit := range counts {
		places := &counts[digit]
		if shift := 8 * digit; places[a[0]>>shift&255] < int32(len(a)) { // else all have the same digit
			at := int32(0)
			for i, n := range places {
				places[i] = at
				at += n
			}
			for _, v := range a {
				p := &places[v>>shift&255]
				spare[*p] = v
				*p++
			}
			a, spare = spare, a
		}
	}
	return a
}
