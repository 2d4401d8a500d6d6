package rank

// Strays counts the ids with a weight above 0: those that are no pages of the links, and all of them.
func (l *Links) Strays(w *Weights) (strays, weights int64) {
	for id := range w.set.All {
		if w.of(id) == 0 {
			continue
		}
		if weights++; !l.pages.Has(id) {
			strays++
		}
	}
	return strays, weights
}
