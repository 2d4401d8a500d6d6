package crawl

import (
	"sync"
	"time"
)

// Gates let several hosts that have one address be asked as if they were one, also by several crawls of a process, which share
// them.
type Gates struct {
	mu   sync.Mutex
	open map[string]*gate
}

// gate is an address, or where that is not known a host.
type gate struct {
	busy  int
	until int64 // ms
}

// NewGates makes gates.
func NewGates() *Gates { return &Gates{open: map[string]*gate{}} }

// maxGates bounds the addresses that are remembered without need.
const maxGates = 10_000

// enter enters by a gate, or says when to try again, in ms.
func (g *Gates) enter(name string, most int, now time.Time, again time.Duration) (until int64, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.open[name]
	if at == nil {
		g.sweep(now)
		at = &gate{}
		g.open[name] = at
	}
	if at.busy >= max(most, 1) || at.until > now.UnixMilli() {
		return max(at.until, now.Add(again).UnixMilli()), false
	}
	at.busy++
	return 0, true
}

// leave says that the exchange behind a gate is over, and until when nobody may enter.
func (g *Gates) leave(name string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.open[name]; at != nil {
		at.busy--
		at.until = max(at.until, until.UnixMilli())
	}
}

// rest says until when nobody may enter by a gate.
func (g *Gates) rest(name string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.open[name]
	if at == nil {
		at = &gate{}
		g.open[name] = at
	}
	at.until = max(at.until, until.UnixMilli())
}

func (g *Gates) sweep(now time.Time) {
	if len(g.open) < maxGates {
		return
	}
	for name, at := range g.open {
		if at.busy == 0 && at.until <= now.UnixMilli() {
			delete(g.open, name)
		}
	}
}
