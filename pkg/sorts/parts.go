package sorts

import "cmp"

// How many parts an input is divided into, and by what.
const (
	MaxParts   = 4096
	BlindParts = 1024 // where the size of the input is not known

	Probes     = 256      // places at which an input is sampled
	ProbeBytes = 32 << 10 // and what is read there, if there is space
)

// Clamp is v, but at least lo, and at most hi if that is not below lo.
func Clamp[T cmp.Ordered](v, lo, hi T) T { return max(lo, min(v, hi)) }

// Refine splits every part that does not fit, splits what comes out again, and passes on the parts that fit, in order. A split
// must give at least two parts that are not empty, or one that fits; so this ends.
func Refine[P any](parts []P, fits func(*P) bool, split func(*P) ([]P, error), pass func(P) error) error {
	for i := range parts {
		p := parts[i]
		parts[i] = *new(P) // so that its memory is free once it is passed on
		if fits(&p) {
			if err := pass(p); err != nil {
				return err
			}
			continue
		}
		finer, err := split(&p)
		p = *new(P)
		if err == nil {
			err = Refine(finer, fits, split, pass)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
