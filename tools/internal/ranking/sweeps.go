package ranking

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

// Sweeps are the flags that say when sweeps end, and what -stats and messages say of the sweeps.
type Sweeps struct {
	how       rank.SolveOptions
	residuals []float64
	solving   string // prefix of messages, for a tool with several solutions
}

// Declare declares the flags.
func (o *Sweeps) Declare(f *cli.Flags) {
	shared.Tolerance(f, &o.how.Tol)
	f.IntVar(&o.how.Sweeps, "max-sweeps", 1000,
		"stop after `N` sweeps: then the result is written, and the exit status is 3")
	f.AtLeast(1, "max-sweeps")
}

// SolveOptions says how to solve; bytes is what a sweep reads. Each sweep is shown as progress and kept for -stats.
func (o *Sweeps) SolveOptions(env *cli.Env, bytes int64) rank.SolveOptions {
	how := o.how
	o.residuals = nil
	swept := env.Progress.Phase("swept", -1)
	how.Each = func(_ int, residual float64) {
		o.residuals = append(o.residuals, residual)
		swept.Add(bytes)
	}
	return how
}

// Name names the next solution in messages, for a tool with several solutions.
func (o *Sweeps) Name(solution string) { o.solving = solution + ": " }

// Residuals returns the residuals of the sweeps of the last solution.
func (o *Sweeps) Residuals() []float64 { return o.residuals }

// Tell says how a solution went, in -stats and by the exit status; results is what is written nevertheless.
func (o *Sweeps) Tell(env *cli.Env, done rank.SolveStats, results string) {
	env.Stats.Add(cli.Figures{
		"sweeps": done.Sweeps, "residual": done.Residual, "residuals": o.residuals, "converged": done.Converged,
	})
	if !done.Converged {
		env.Unfinished(o.solving+"not converged: the residual is %.3g after %s, -tol is %.3g; the %s are written",
			done.Residual, tuple.Counted(done.Sweeps, "sweep"), o.how.Tol, results)
	}
}
