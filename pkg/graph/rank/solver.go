package rank

// Solver is a system that can be solved: in memory (System), or on disk where not even a float32 for each page with links
// fits in memory.
type Solver interface {
	// Solve makes x. It is called once.
	Solve(how SolveOptions) (SolveStats, error)
	// Ranks gives the ranks of all pages, in their order; Norm is their sum.
	Ranks(yield func(id int32, rank float64) error) error
	Norm() float64
	// LostNorm is what Ranks must be divided by if the share of the dangling pages is lost: z = d·W·z + (1-d)·v/|v|.
	LostNorm() float64
	// Rated is how many pages are rated.
	Rated() int64
	// Swept is what a sweep goes through.
	Swept() Swept
	// Release gives back what Score does not need and tells how much memory is left in use.
	Release() int64
	// Score is rank/c of a page with links, up to a factor that is the same for all.
	Score(id int32) (float32, error)
	Close()
}

// Swept is what a sweep goes through.
type Swept struct {
	Vector string // its type: float64, float32 or disk
	Links  int64  // those between pages with links
	Bytes  int64  // that the links take
	OnDisk int64  // of Bytes
}

// NewSolver makes the solver that fits in the memory, or what the beginning asks for. It uses the links up unless they are
// kept, but for their pages: they are closed after the solver.
func NewSolver(l *Links, how SystemOptions) (Solver, error) {
	if how.Precision == Disk || how.Precision == Auto && !l.fits(4, how.Method) {
		return newDisk(l, how)
	}
	return NewSystem(l, how)
}

// fits reports whether a vector of some bytes for each page with links fits in the memory, beside the sets of pages and the
// out-degrees.
func (l *Links) fits(bytes int64, method Method) bool {
	if method == Power {
		bytes *= 2
	}
	taken := l.degree.Bytes() + 8*int64(len(l.out)) + 2*l.pages.Bytes() + l.core.Bytes()
	return bytes*int64(l.core.Len()) <= l.room.Memory-setAside(&l.room)-taken
}

// Method is a way to solve the system.
type Method int

// The methods.
const (
	GaussSeidel Method = iota
	Power
)

// SolveOptions say how to solve a system.
type SolveOptions struct {
	Method Method
	D      float64 // share of steps that follow a link
	Tol    float64 // of the residual
	Sweeps int     // at most
	Each   func(sweep int, residual float64)
}

// SolveStats tell how it went.
type SolveStats struct {
	Sweeps    int
	Residual  float64 // a bound of |v - R·y|/|y| but for rounding; one more step changes z by less than twice that
	Converged bool
}

// addSweep tells how one more sweep went.
func (done *SolveStats) addSweep(how SolveOptions, residual float64) {
	done.Sweeps++
	done.Residual = residual
	done.Converged = residual <= how.Tol
	if how.Each != nil {
		how.Each(done.Sweeps, residual)
	}
}

// Precision is how x is kept. Sums are always made in float64.
type Precision int

// The precisions. Auto is float64 where it fits in the memory, else float32, else Disk: float64 in files.
const (
	Auto Precision = iota
	Float64
	Float32
	Disk
)
