package cli

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Progress tells on stderr how far a long job is: share, rate and time left. It shows by itself how much of the inputs
// was read; a tool with other work names its phases.
type Progress struct {
	mu    sync.Mutex
	ins   []sized
	phase atomic.Pointer[Phase]

	screen sync.Mutex // who shows something has it
	hidden bool
}

// Hide shows nothing from now on: the tool has the screen.
func (p *Progress) Hide() {
	p.screen.Lock()
	defer p.screen.Unlock()
	p.hidden = true
}

// Phase is a part of a run whose size is known.
type Phase struct {
	say   func() string // the tool's own figures, in place of bytes; nil: none
	name  string
	total int64
	done  atomic.Int64
	began time.Time
}

// Phase starts a part of the run of total bytes (-1: not known), which the tool counts by Add.
func (p *Progress) Phase(name string, total int64) *Phase {
	ph := &Phase{name: name, total: total, began: time.Now()}
	p.phase.Store(ph)
	return ph
}

// Saying starts a part of the run that has figures of its own.
func (p *Progress) Saying(say func() string) { p.phase.Store(&Phase{say: say, began: time.Now()}) }

// Add counts n more bytes as done.
func (ph *Phase) Add(n int64) { ph.done.Add(n) }

// Write counts bytes that pass by, for io.TeeReader.
func (ph *Phase) Write(p []byte) (int, error) {
	ph.Add(int64(len(p)))
	return len(p), nil
}

// sized is an input that knows how much of it was read; Size is -1 for a pipe.
type sized interface {
	Done() int64
	Size() int64
}

func (p *Progress) watch(in sized) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ins = append(p.ins, in)
}

// reading is the phase that shows the inputs.
func (p *Progress) reading(began time.Time) *Phase {
	p.mu.Lock()
	defer p.mu.Unlock()
	ph := &Phase{name: "read", began: began}
	for _, in := range p.ins {
		ph.done.Add(in.Done())
		if size := in.Size(); size < 0 || ph.total < 0 {
			ph.total = -1
		} else {
			ph.total += size
		}
	}
	return ph
}

func (ph *Phase) line() string {
	if ph.say != nil {
		return ph.say()
	}
	done, secs := ph.done.Load(), time.Since(ph.began).Seconds()
	rate := float64(done) / max(secs, 1e-9)
	if ph.total <= 0 || done == 0 || done < ph.total/100 { // nothing can be foretold
		return fmt.Sprintf("%s %s, %s/s", ph.name, human(float64(done)), human(rate))
	}
	left := time.Duration(float64(ph.total-done) / rate * 1e9).Round(time.Second)
	return fmt.Sprintf("%s %d%% of %s, %s/s, %v left", ph.name, 100*done/ph.total, human(float64(ph.total)),
		human(rate), max(left, 0))
}

func human(n float64) string {
	for i, unit := range []string{"TB", "GB", "MB", "kB"} {
		if scale := []float64{1e12, 1e9, 1e6, 1e3}[i]; n >= scale {
			return fmt.Sprintf("%.3g %s", n/scale, unit)
		}
	}
	return fmt.Sprintf("%.0f B", n)
}

// start shows progress until the returned function is called, which prints the summary.
func (p *Progress) start(env *Env) (stop func()) {
	began := time.Now()
	env.Stats.began = began
	tty := isTerminal(env.Stderr)
	if env.Quiet || !tty && !env.Verbose {
		return func() {}
	}
	every := 5 * time.Second
	if tty {
		every = 500 * time.Millisecond
	}
	var wait sync.WaitGroup
	quit := make(chan struct{})
	wait.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				p.show(env, tty, began)
			}
		}
	})
	return func() {
		close(quit)
		wait.Wait()
		if tty {
			fmt.Fprint(env.Stderr, "\r\x1b[K")
		}
		if env.Verbose {
			fmt.Fprintf(env.Stderr, "%s: %s\n", env.tool, summary(env))
		}
	}
}

// show writes how far the run is.
func (p *Progress) show(env *Env, tty bool, began time.Time) {
	p.screen.Lock()
	defer p.screen.Unlock()
	ph := p.phase.Load()
	switch {
	case p.hidden:
		return
	case ph == nil:
		ph = p.reading(began)
	}
	if tty {
		fmt.Fprintf(env.Stderr, "\r%s: %s\x1b[K", env.tool, ph.line())
	} else {
		fmt.Fprintf(env.Stderr, "%s: %s\n", env.tool, ph.line())
	}
}

func summary(env *Env) string {
	f := env.Stats.figures(env)
	parts := []string{}
	for _, k := range []string{"rows_in", "rows_out", "bytes_in", "bytes_out"} {
		parts = append(parts, fmt.Sprintf("%s=%v", k, f[k]))
	}
	return strings.Join(parts, " ") + fmt.Sprintf(" seconds=%.2f", f["seconds"])
}
