package cli

import "sync"

// stopping is the wish that the process ends in order.
type stopping struct {
	mu    sync.Mutex
	asked chan struct{} // nil: nobody wants to know
}

var stop stopping

// Stop is closed by the first signal that would end the process: the tool then ends in order, soon. The second one ends it at
// once.
func (env *Env) Stop() <-chan struct{} {
	stop.mu.Lock()
	defer stop.mu.Unlock()
	if stop.asked == nil {
		stop.asked = make(chan struct{})
	}
	return stop.asked
}

// hear closes the channel, and reports whether somebody wants to know.
func (s *stopping) hear() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		return false
	}
	close(s.asked)
	return true
}
