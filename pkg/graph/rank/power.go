package rank

import "math"

// The power method with the mass of the dangling pages, Kulvait 2007, Alg. 5.1 and Def. 5.6:
//
//	z_i ← b·v_i + d·Σ_{j→i} z_j/c_j,   b = ((1-d) + d·(1 - Σ_{c>0} z)) / |v|,   all from the old values
//
// from z = v/|v| or the ranks given. The dangling pages need not be swept: what they hold is 1 - Σ_{c>0} z. Kept is x = y/c with y = z/b, so
// that pages that are not linked to stay as they are, and y is what the other method makes:
//
//	y_i ← v_i + d·(b before/b)·Σ_{j→i} x_j
//
// Residual: the next step changes the core by d·δ at most and the mass of the dangling pages by d·|Σz - Σz before|.
//
// Passes: one over the rows a sweep. Memory: x, twice.
func (g *sweeper[F]) power(how Solving) (done Solved, err error) {
	n := uint32(g.System.x.n)
	copy(g.x[n:2*n], g.x[:n])
	old, next := uint32(0), n
	base := 1 / g.total
	if g.given > 0 {
		base = 1 / max(g.Norm(), g.mass+g.fixedCore)
	}
	core := base * (g.mass + g.fixedCore)
	for done.Sweeps < how.Sweeps && !done.Converged {
		last := base
		base = (1 - g.d*core) / g.total
		err := g.share(g.lanes, func(lane int) error {
			for part := lane * g.steps; part < (lane+1)*g.steps; part++ {
				r := row[F]{sweeper: g, read: g.x[old : old+n], old: old, new: next, gain: g.d * last / base, unit: last / base}
				if err := r.part(&g.readers[lane], part); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return done, err
		}
		sum := g.added()
		g.mass = sum.mass
		delta := base*sum.delta + math.Abs(base-last)*g.fixedCore
		mass := base * (g.mass + g.fixedCore)
		done.swept(how, g.d*(delta+math.Abs(mass-core)))
		core = mass
		old, next = next, old
	}
	copy(g.x[:n], g.x[old:old+n])
	return done, nil
}
