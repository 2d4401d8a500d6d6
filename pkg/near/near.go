// Package near says how near two strings or texts are.
//
//	near.go   short strings, for messages that name what was perhaps meant
//	edits.go  long sequences
//	words.go  texts, by their words
package near

// Distance is how many bytes must be changed, put in or taken out to turn a into b. If that is not below most, it is most or some
// greater number. Of long strings only the first bytes that differ are compared, and the lengths.
func Distance(a, b []byte, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if longer := max(len(a)-len(b), len(b)-len(a)); longer >= most {
		return longer
	}
	const looked = 256
	var row [looked + 1]int // the distances of what was passed of a from each beginning of b
	more := max(0, len(a)-looked, len(b)-looked)
	a, b = a[:min(len(a), looked)], b[:min(len(b), looked)]
	for j := range b {
		row[j+1] = j + 1
	}
	for i, c := range a {
		least, before := i+1, row[0]
		row[0] = i + 1
		for j, d := range b {
			n := before
			if c != d {
				n = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], n
			least = min(least, n)
		}
		if least >= most {
			return least
		}
	}
	return row[len(b)] + more
}
