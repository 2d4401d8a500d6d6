package crawl

import (
	"sync"
	"time"
)

// Gates make hosts with the same address be asked as if they were one host. Several crawls of a process may share them. A gate is
// an address, or a host if its address is not known.
type Gates struct {
	mu   sync.Mutex
	open map[string]*gate // by address or host
}

// gate is the state of a gate.
type gate struct {
	busy  int   // exchanges behind it
	until int64 // it rests until this time, in ms
}

// NewGates makes gates through which nobody has gone.
func NewGates() *Gates { return &Gates{open: map[string]*gate{}} }

// maxGates is how many gates are kept before those are forgotten that neither are busy nor rest.
const maxGates = 10_000

// enter begins an exchange behind a gate. If most exchanges are behind it already, or it rests, ok is false, and until is when to
// try again, in ms.
func (g *Gates) enter(name string, most int, now time.Time, again time.Duration) (until int64, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[name] == nil {
		g.sweep(now)
	}
	at := g.of(name)
	if at.busy >= max(most, 1) || at.until > now.UnixMilli() {
		return max(at.until, now.Add(again).UnixMilli()), false
	}
	at.busy++
	return 0, true
}

// leave ends an exchange behind a gate, which then rests until a time.
func (g *Gates) leave(name string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.open[name]; at != nil {
		at.busy--
		at.until = max(at.until, until.UnixMilli())
	}
}

// rest makes a gate rest until a time, without an exchange.
func (g *Gates) rest(name string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.of(name)
	at.until = max(at.until, until.UnixMilli())
}

// of is the gate of a name, which is made if there is none.
func (g *Gates) of(name string) *gate {
	at := g.open[name]
	if at == nil {
		at = &gate{}
		g.open[name] = at
	}
	return at
}

// sweep forgets gates if there are many.
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
