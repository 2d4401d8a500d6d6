package people

import "math/bits"

// MostForms is how many forms of one surname and first letter on a site are joined. Of more, only equal ones are.
const MostForms = 512

// mostOnPage is how many forms of one surname on a page are joined.
const mostOnPage = 64 // forms, but for the surname alone

// join gives each of different forms of a surname the number of its person. Persons are numbered in the order of their first
// form.
func join(forms [][]string) (person []int, persons int) {
	n := len(forms)
	width := (n + 63) / 64
	fits := make([]uint64, n*width) // a row of bits for each form: those that it fits, and itself
	row := func(i int) []uint64 { return fits[i*width : (i+1)*width] }
	for i := range n {
		row(i)[i/64] |= 1 << (i % 64)
		for j := range i {
			if Fit(forms[i], forms[j]) {
				row(i)[j/64] |= 1 << (j % 64)
				row(j)[i/64] |= 1 << (i % 64)
			}
		}
	}
	alone := make([]bool, n)
	for i := range n {
		each(row(i), func(j int) {
			for k, w := range row(i) {
				alone[i] = alone[i] || w&^row(j)[k] != 0 // i fits one that j does not fit
			}
		})
	}
	// Among the others, what a form fits fits each other: the lowest of them stands for all.
	person = make([]int, n)
	for i := range n {
		person[i] = -1
		if !alone[i] {
			each(row(i), func(j int) {
				if person[i] < 0 && j < i && !alone[j] {
					person[i] = person[j]
				}
			})
		}
		if person[i] < 0 {
			person[i] = persons
			persons++
		}
	}
	return person, persons
}

// each calls do for each bit that is set.
func each(set []uint64, do func(i int)) {
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			do(64*k + bits.TrailingZeros64(w))
		}
	}
}
