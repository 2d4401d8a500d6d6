package crawl

import (
	"errors"
	"strconv"
	"time"
)

// These change a crawl before Run or while it is at work (Nitsche 2003, figure 5-2: threads are added and removed, and the crawl
// is stopped, while it runs). Each change is an event of the log. After ErrEnded nothing is changed.

// controlEvent is the event of the log of a change.
const controlEvent = "control"

// SetConnections sets how many exchanges there are at the same time. Those that are too many go on to their ends. There must be
// no more than the plan has memory for.
func (c *Crawl) SetConnections(n int) error {
	return c.control("connections", strconv.Itoa(n), func() {
		c.connections = n
		for c.spawn != nil && c.workers < n {
			c.spawn()
		}
	})
}

// SetReaders sets how many answers are read at the same time. Those that are too many go on to their ends. There must be no more
// than the plan has memory for.
func (c *Crawl) SetReaders(n int) error {
	return c.control("threads", strconv.Itoa(n), func() {
		c.reading = n
		for len(c.idle) > c.plan.Readers-n {
			c.readers.Return(c.idle[0])
			c.idle = c.idle[1:]
		}
		for len(c.idle) < c.plan.Readers-n {
			select {
			case r := <-c.readers:
				c.idle = append(c.idle, r)
			default:
				return // giveReader goes on
			}
		}
	})
}

// SetDelay sets how long a host rests, from its next exchange on.
func (c *Crawl) SetDelay(d time.Duration) error {
	return c.control("delay", d.String(), func() { c.delay.Store(int64(d)) })
}

// SetRate sets how many URLs are tried in a second; 0: no limit.
func (c *Crawl) SetRate(n float64) error {
	return c.control("max-rate", strconv.FormatFloat(n, 'g', -1, 64), func() { c.rate, c.next = n, time.Time{} })
}

// Stop ends the run in order, as Options.Stop does.
func (c *Crawl) Stop() error {
	return c.control("stop", "", func() {
		c.endLocked(Stopped)
		if c.cancel != nil {
			time.AfterFunc(patience, c.cancel)
		}
	})
}

// control writes a change to the log and makes it.
func (c *Crawl) control(name, value string, change func()) error {
	return c.steer(func() error {
		if err := c.store.event(controlEvent, map[string]string{name: value}); err != nil {
			return err
		}
		change()
		c.wake.Broadcast()
		return nil
	})
}

// ErrEnded says that the run has ended, or ends, so that nothing steers it any more.
var ErrEnded = errors.New("the run has ended")

// steer does what steers the run, unless it has ended. After an error the run ends.
func (c *Crawl) steer(do func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending || c.err != nil {
		return ErrEnded
	}
	if err := do(); err != nil {
		c.err = err
		c.endLocked(Failed)
		return ErrEnded // the error is that of Run
	}
	return nil
}

// manners are the present manners.
func (c *Crawl) manners() *Manners {
	m := c.opt.Manners
	m.Delay = time.Duration(c.delay.Load())
	return &m
}
