package rank

import "math"

// The power method with the mass of the dangling pages, Kulvait 2007, Alg. 5.1 and Def. 5.6:
//
//	z_i ← b·v_i + d·Σ_{j→i} x_j,   b = ((1-d) + d·(1 - Σ_{c>0} z)) / |v|,   x_i = z_i/c_i,   all from the old values
//
// from z = v/|v|. The dangling pages need not be swept: what they hold is 1 - Σ_{c>0} z.
//
// Residual: the next step changes the core by d·δ at most and the mass of the dangling pages by d·|Σz - Σz before|.
//
// Passes: one over the rows a sweep. Memory: x, twice.
func (g *sweeper[F]) power(how Solving) (done Solved, err error) {
	if how.Sweeps == 0 {
		return done, nil
	}
	n := uint32(g.System.x.n)
	old, next := uint32(0), n
	core := (g.rowsV + g.fixedCore) / g.total
	for i := range g.x[:n] {
		g.x[i] = F(float64(g.x[i]) / g.total) // it was v/c
	}
	base := 1 / g.total
	for done.Sweeps < how.Sweeps && !done.Converged {
		last := base
		base = (1 - g.d*core) / g.total
		err := g.share(len(g.bound)-1, func(worker, part int) error {
			r := row[F]{sweeper: g, read: g.x[old : old+n], old: old, new: next, base: base}
			return r.part(&g.workers[worker], part)
		})
		if err != nil {
			return done, err
		}
		g.copyFixed(old, next, base/last)
		sum := g.added()
		mass := sum.mass + base*g.fixedCore
		delta := sum.delta + math.Abs(base-last)*g.fixedCore
		done.swept(how, g.d*(delta+math.Abs(mass-core)))
		core = mass
		old, next = next, old
	}
	g.toSystem(old, base)
	return done, nil
}

// copyFixed gives the pages that are not linked to their new rank: it goes with b.
func (g *sweeper[F]) copyFixed(old, next uint32, factor float64) {
	for w, fixed := range g.fixed {
		for i := uint32(64 * w); fixed != 0; i, fixed = i+1, fixed>>1 {
			if fixed&1 != 0 {
				g.x[next+i] = F(float64(g.x[old+i]) * factor)
			}
		}
	}
}

// toSystem turns z into y = z/b.
func (g *sweeper[F]) toSystem(at uint32, base float64) {
	for i, x := range g.x[at : at+uint32(g.System.x.n)] {
		g.x[i] = F(float64(x) / base)
	}
	g.mass = g.added().mass / base
}
