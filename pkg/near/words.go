package near

// F1 is how well the words of a text are those of another, each as often as it occurs: the harmonic mean of the shares of the
// words of each that the other has. Of two texts without words it is 1, as in the evaluation of WCXB; of one it is 0.
func F1[W comparable](a, b []W) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	left := make(map[W]int, len(a))
	for _, w := range a {
		left[w]++
	}
	both := 0
	for _, w := range b {
		if n := left[w]; n > 0 {
			left[w] = n - 1
			both++
		}
	}
	return 2 * float64(both) / float64(len(a)+len(b))
}
