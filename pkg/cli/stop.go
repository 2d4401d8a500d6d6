package cli

import (
	"context"
	"sync"
)

// stopping is the wish that the process ends in order.
type stopping struct {
	mu  sync.Mutex
	ask func() // nil: the tool does not end in order
	ctx context.Context
}

var stop stopping

// Stop is closed by the first signal that would end the process: the tool then ends in order, soon. The second one ends it at
// once.
func (env *Env) Stop() <-chan struct{} {
	stop.mu.Lock()
	defer stop.mu.Unlock()
	if stop.ask == nil {
		stop.ctx, stop.ask = context.WithCancel(context.Background())
	}
	return stop.ctx.Done()
}

// hear closes the channel, and reports whether the tool ends in order.
func (s *stopping) hear() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ask == nil {
		return false
	}
	s.ask()
	return true
}
