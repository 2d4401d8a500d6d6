package rank

// Method is a way to solve the system.
type Method int

// The methods.
const (
	GaussSeidel Method = iota
	Power
)

// Solving says how to solve a system.
type Solving struct {
	Method Method
	D      float64 // share of steps that follow a link
	Tol    float64 // of the residual
	Sweeps int     // at most
	Each   func(sweep int, residual float64)
}

// Solved tells how it went.
type Solved struct {
	Sweeps    int
	Residual  float64 // a bound of |v - R·y|/|y| but for rounding; one more step changes z by less than twice that
	Converged bool
}

// Solve makes x. It is called once.
func (s *System) Solve(how Solving) (Solved, error) {
	s.d = how.D
	if s.total == 0 {
		return Solved{Converged: true}, nil // nothing is rated
	}
	if s.x.f64 != nil {
		return solve(s, s.x.f64, how)
	}
	return solve(s, s.x.f32, how)
}

func solve[F float](s *System, x []F, how Solving) (Solved, error) {
	g := newSweeper(s, x)
	if s.given > 0 {
		// If the ranks are right, z, then y = z/b with b = 1/|y| = (1 - d·Σ_{c>0} z)/|v|.
		f := s.total / (s.given - s.d*s.givenCore)
		g.scale(f)
		s.mass *= f
	}
	if how.Method == Power {
		return g.power(how)
	}
	return g.gaussSeidel(how)
}

// swept tells how a sweep went.
func (done *Solved) swept(how Solving, residual float64) {
	done.Sweeps++
	done.Residual = residual
	done.Converged = residual <= how.Tol
	if how.Each != nil {
		how.Each(done.Sweeps, residual)
	}
}
