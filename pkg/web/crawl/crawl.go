package crawl

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"webmill/pkg/web/archive"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/urls"
	"webmill/pkg/work"
)

// Transport asks for URLs: the network, or archives.
type Transport interface {
	Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error)
	Release(res *exchange.Response)
	// Addresses are those that a host has, the one to be tried first at first; none if it has none here.
	Addresses(ctx context.Context, host string) ([]netip.Addr, error)
}

// Options say how to crawl.
type Options struct {
	work.Room
	Dir       string
	Seeds     [][]byte // canonical URLs
	Scope     *scope.Scope
	Strategy  frontier.Strategy
	Manners   Manners
	Robots    Obedience
	Reading   Reading
	Transport Transport
	Again     *Again // pages of an earlier crawl; nil: none

	Connections int           // exchanges at the same time
	PerHost     int           // of a host
	Gates       *Gates        // shared with other crawls; nil: this one is alone
	PerAddress  bool          // hosts with one address are asked as if they were one
	Attempts    int           // for a URL
	Timeout     time.Duration // of the first attempt; each one more has 10 s more
	Unverified  bool          // a server whose certificate proves nothing is asked all the same, at last

	MaxPages, MaxBytes, MaxPerHost int64         // 0: no limit
	MaxTime                        time.Duration // of this run
	MaxRate                        float64       // pages a second
	ArchiveBytes                   int64
	Level                          int             // of gzip
	Info                           []archive.Field // of warcinfo
	// Settings must be the same when a crawl goes on.
	Settings map[string]string

	Stop   <-chan struct{} // closed when the run shall end in order
	Replay bool            // there is no network: nobody waits, and the clock is that of the archives
	Sync   time.Duration   // how often what was written is made safe
}

// Stats tell how a crawl stands.
type Stats struct {
	Earlier                  int64  // pages of an earlier crawl that were asked for in this run
	First                    string // what became of the first URL that is no page, and why
	Pages, Tried, Bytes      int64  // pages that are kept; URLs that are done; received
	Known, Waiting, Hosts    int64
	InFlight                 int64
	Outcomes                 map[string]int64
	Rejected                 map[string]int64 // links by rule
	Copies                   map[string]int64
	Depths                   []int64 // URLs that were found, by depth
	Cut                      int64   // bytes of an earlier run that were cut off
	Resumed                  bool
	Finished                 bool   // nothing is left to fetch
	Why                      string // why the run ended
	Began                    time.Time
	PagesBefore, BytesBefore int64 // of earlier runs
}

// Crawl is a crawl at work.
type Crawl struct {
	opt       *Options
	transport Transport
	readers   chan *reader

	mu      sync.Mutex
	wake    *sync.Cond
	waiting int
	timer   *time.Timer
	alarm   int64 // when the timer goes off, ms
	store   *store
	front   *frontier.Frontier
	servers servers
	gates   *Gates
	copies  copies
	stats   Stats
	next    time.Time // by MaxRate
	ending  bool
	err     error
	text    []byte
	targets []uint32
	places  []int64
	now     time.Time // of a replay
	safe    int64     // the length of the log when it was last made safe, with the line that says so
	ended   int64     // the length of the log behind the line that says how a run ended; 0: none does
}

// ErrSettings says that a crawl was begun with other settings.
type ErrSettings struct{ Name, Before, Now string }

func (e *ErrSettings) Error() string {
	return fmt.Sprintf("the crawl was begun with %s %s, not %s: give the same again, or another folder", e.Name,
		orNone(e.Before), orNone(e.Now))
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// Open begins a crawl in a folder, or makes ready to go on with it.
func Open(opt *Options) (*Crawl, error) {
	c := &Crawl{opt: opt, transport: opt.Transport, gates: opt.Gates}
	if c.gates == nil {
		c.gates = NewGates()
	}
	c.wake = sync.NewCond(&c.mu)
	c.stats = Stats{Outcomes: map[string]int64{}, Rejected: map[string]int64{}, Copies: map[string]int64{}, Began: time.Now()}
	threads := max(opt.Threads, 1)
	c.readers = make(chan *reader, threads)
	info := archive.NewPacker(opt.Level)
	if opt.Replay {
		threads = 1 // URLs come one after the other
		info.ID = numbered()
	}
	threads = max(min(threads, int(work.Data(opt.Memory)/3/opt.Reading.ReaderBytes())), 1)
	for range threads {
		r := newPageReader(&opt.Reading, opt.Scope, opt.Level)
		r.packer.ID = info.ID
		c.readers <- r
	}
	if err := c.open(info); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Crawl) open(info *archive.Packer) (err error) {
	if c.store, err = openStore(c.opt.FS, c.opt.Dir); err != nil {
		return err
	}
	c.store.most, c.store.info = c.opt.ArchiveBytes, warcInfo(info, c.opt.Info, c.clock)
	c.front, err = frontier.New(frontier.Options{
		Room: c.opt.Room.With(work.Data(c.opt.Memory) / 4), Strategy: c.opt.Strategy, PerHost: c.opt.PerHost,
		MaxPages: c.opt.MaxPerHost,
		Text: func(dst []byte, at int64) ([]byte, error) {
			f, err := c.store.found.read(c.text, at)
			c.text = f.url[:0]
			return append(dst, f.url...), err
		},
	})
	if err != nil {
		return err
	}
	c.copies.seen = c.front.NewSet()
	c.servers.most = int(work.Data(c.opt.Memory) / 16)
	settings, cut, err := c.store.recover()
	if err != nil {
		return err
	}
	c.stats.Cut, c.stats.Resumed = cut, settings != nil
	if settings == nil {
		if err := c.store.event("begin", c.opt.Settings); err != nil {
			return err
		}
		if err := c.store.log.Sync(); err != nil { // before there are archives: without this line they would be given up
			return err
		}
	} else if err := c.sameSettings(settings); err != nil {
		return err
	}
	return c.load()
}

func (c *Crawl) sameSettings(before map[string]string) error {
	names := slices.Sorted(maps.Keys(c.opt.Settings))
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := c.opt.Settings[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if before[name] != c.opt.Settings[name] {
			return &ErrSettings{name, before[name], c.opt.Settings[name]}
		}
	}
	return nil
}

// load makes again what the journal and the log say, or begins.
func (c *Crawl) load() error {
	_, err := frames(c.store.found.file, c.store.found.end, func(fr *frame, _ int64) error { return c.replayFrame(fr) })
	if err == nil && c.front.Known == 0 {
		err = c.seed() // before the lines, which say how long hosts rest
	}
	if err != nil {
		return err
	}
	next, stop := iter.Pull(c.store.pages())
	defer stop()
	with := &agreement{next: next}
	_, err = c.store.lines(c.store.logEnd, func(text []byte, from int64) (bool, error) { return c.replayLine(text, from, with) })
	if err != nil {
		return err
	}
	c.stats.PagesBefore, c.stats.BytesBefore = c.stats.Pages, c.stats.Bytes
	return c.front.Err()
}

// seed makes the seeds known.
func (c *Crawl) seed() error {
	var links []link
	for _, url := range c.opt.Seeds {
		links = append(links, link{url, frontier.KeyOf(url)})
	}
	slices.SortFunc(links, func(a, b link) int { return compareURLs(a.url, b.url) })
	links = slices.CompactFunc(links, func(a, b link) bool { return string(a.url) == string(b.url) })
	targets, _, err := c.found(0, 0, 0, links, nil)
	if err != nil {
		return err
	}
	c.front.Seed(targets)
	return c.front.Err()
}

func compareURLs(a, b []byte) int {
	return slices.Compare(urls.AppendKey(nil, a), urls.AppendKey(nil, b))
}

// Run fetches until nothing is left, a limit is met, or the run is to stop.
func (c *Crawl) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all, keeper sync.WaitGroup
	running, end := context.WithCancel(context.Background())
	keeper.Go(func() { c.keepSafe(running, cancel) })
	for range max(c.opt.Connections, 1) {
		all.Go(func() { c.work(ctx, cancel) })
	}
	all.Wait()
	end()
	keeper.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
	if c.err == nil && c.store.logEnd != c.ended { // a run that did nothing leaves no line
		if c.err = c.store.sync(); c.err == nil {
			c.err = c.store.event("end", c.outlook())
		}
	}
	if err := c.store.sync(); c.err == nil {
		c.err = err
	}
	return c.err
}

// outlook is what the line at the end of a run says: why it ended, how many URLs wait, how many links each rule rejected, and
// that all before it is safe.
func (c *Crawl) outlook() map[string]string {
	facts := map[string]string{
		"why": c.stats.Why, "waiting": strconv.FormatInt(c.front.Waiting, 10), "safe": strconv.FormatInt(c.store.logEnd, 10),
	}
	for rule, n := range c.stats.Rejected {
		facts["rejected "+rule] = strconv.FormatInt(n, 10)
	}
	return facts
}

// keepSafe makes safe what was written, every few seconds, and notices the stop.
func (c *Crawl) keepSafe(running context.Context, cancel func()) {
	tick := time.NewTicker(max(c.opt.Sync, 10*time.Millisecond))
	defer tick.Stop()
	stop := c.opt.Stop
	var deadline <-chan time.Time
	if c.opt.MaxTime > 0 {
		deadline = time.After(c.opt.MaxTime)
	}
	for {
		select {
		case <-running.Done():
			return
		case <-stop:
			stop = nil
			c.end("stopped")
			defer time.AfterFunc(patience, cancel).Stop()
		case <-deadline:
			c.end("-max-time")
			defer time.AfterFunc(patience, cancel).Stop()
		case <-tick.C:
			if err := c.checkpoint(); err != nil {
				c.fail(err)
			}
		}
	}
}

// patience is how long exchanges in flight may go on when a run is to end.
const patience = 5 * time.Second

// checkpoint syncs the files and says in the log how far it is safe.
func (c *Crawl) checkpoint() error {
	c.mu.Lock()
	safe := c.store.logEnd
	c.mu.Unlock()
	if safe == c.safe {
		return nil
	}
	if err := c.store.sync(); err != nil {
		return err
	}
	return c.locked(func() error {
		quiet := c.store.logEnd == safe
		err := c.store.event("sync", map[string]string{
			"safe": strconv.FormatInt(safe, 10), "waiting": strconv.FormatInt(c.front.Waiting+c.front.InFlight, 10),
		})
		if quiet {
			c.safe = c.store.logEnd
		}
		return err
	})
}

// end ends the run in order: what is in flight is waited for.
func (c *Crawl) end(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLocked(why)
}

func (c *Crawl) endLocked(why string) {
	if !c.ending {
		c.ending, c.stats.Why = true, why
	}
	c.wake.Broadcast()
}

// fail ends the run with an error.
func (c *Crawl) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && err != context.Canceled {
		c.err = err
	}
	c.endLocked("error")
}

// clock is the time: in a replay that of the last answer.
func (c *Crawl) clock() time.Time {
	if c.opt.Replay {
		return c.now
	}
	return time.Now()
}

// Stats is how the crawl stands.
func (c *Crawl) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Known, s.Waiting, s.Hosts, s.InFlight = c.front.Known, c.front.Waiting, c.front.Hosts(), c.front.InFlight
	s.Outcomes, s.Rejected, s.Copies = maps.Clone(s.Outcomes), maps.Clone(s.Rejected), maps.Clone(s.Copies)
	s.Depths = slices.Clone(s.Depths)
	return s
}

// giveReader gives a reader back.
func (c *Crawl) giveReader(r *reader) {
	r.trim()
	c.readers <- r
}

// Close closes everything.
func (c *Crawl) Close() error {
	var err error
	if c.store != nil {
		err = c.store.close()
	}
	if c.front != nil {
		c.front.Close()
		c.front = nil
	}
	return err
}
