package cli

import (
	"context"
	"sync"
)

// stopping tells a tool that it must end.
type stopping struct {
	mu  sync.Mutex
	ask func()          // ends ctx; nil: Stop was not called, so a signal ends the process at once
	ctx context.Context // of the channel of Stop
}

var stop stopping

// Stop returns a channel that the first signal closes which would end the process. The tool must end in order soon after that.
// The second signal ends the process at once.
func (env *Env) Stop() <-chan struct{} {
	stop.mu.Lock()
	defer stop.mu.Unlock()
	if stop.ask == nil {
		stop.ctx, stop.ask = context.WithCancel(context.Background())
	}
	return stop.ctx.Done()
}

// hear closes the channel of Stop, and reports whether there is one: whether the tool ends in order.
func (s *stopping) hear() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ask == nil {
		return false
	}
	s.ask()
	return true
}
