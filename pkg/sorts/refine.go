package sorts

// Refine splits every part that does not fit, and splits what comes out again, until all parts fit. A split must give at least two
// parts that are not empty, or one that fits; so this ends.
func Refine[P any](parts []P, fits func(*P) bool, split func(*P) ([]P, error)) (fit []P, err error) {
	for i := range parts {
		p := &parts[i]
		if fits(p) {
			fit = append(fit, *p)
			continue
		}
		finer, err := split(p)
		if err == nil {
			finer, err = Refine(finer, fits, split)
		}
		if err != nil {
			return nil, err
		}
		fit = append(fit, finer...)
	}
	return fit, nil
}
