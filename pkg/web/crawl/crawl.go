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
	"sync/atomic"
	"time"

	"webmill/pkg/par"
	"webmill/pkg/urls"
	"webmill/pkg/web/archive"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/scope"
	"webmill/pkg/work"
)

// Transport gives the answers to requests: from the network (exchange.Client), or from archives (Replay).
type Transport interface {
	// Do returns the answer to a request. An *exchange.Error is an outcome of the URL; other errors end the run.
	Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error)
	// Release gives an answer back, which is not used any more.
	Release(res *exchange.Response)
	// Addresses are those of a host, in the order in which they would be tried. There are none where the transport has none.
	Addresses(ctx context.Context, host string) ([]netip.Addr, error)
}

// Options say how to crawl.
type Options struct {
	work.Room
	Plan     Plan              // of the memory; without one, that of NewPlan
	Dir      string            // the folder where the crawl grows
	Settings map[string]string // for the first line of the log: a crawl goes on only with the same ones

	// Which URLs are fetched, and in which order.
	Seeds    [][]byte // canonical URLs
	Scope    *scope.Scope
	Strategy frontier.Strategy
	Earlier  *EarlierCrawls // pages of earlier crawls; nil: none

	// How their answers come, and what is read in them.
	Transport Transport
	Replay    bool // the Transport reads archives: no host rests, and the clock is that of the answers
	Requests
	Manners Manners
	Robots  Obedience
	Reading Reading

	Files
	Limits
	Stop <-chan struct{} // when it is closed, the run ends in order
}

// Requests say how servers are asked.
type Requests struct {
	Connections int           // exchanges at the same time
	PerHost     int           // exchanges with a host at the same time
	PerAddress  bool          // hosts with the same address are asked as if they were one host
	Gates       *Gates        // that several crawls share; nil: this crawl has gates of its own
	Attempts    int           // tries of a URL, at most
	Timeout     time.Duration // of the first attempt; each further one gets 10 s more
	Unverified  bool          // after an error of TLS a server is asked again, without a check of its certificate
}

// Limits say when a run ends and how fast it may be. 0 is no limit. Those of pages, bytes and URLs count earlier runs too.
type Limits struct {
	MaxPages   int64         // pages to keep
	MaxBytes   int64         // bytes to receive
	MaxPerHost int64         // URLs to fetch of a host
	MaxTime    time.Duration // of this run
	MaxRate    float64       // URLs that are tried in a second
}

// Files say how the files of the folder are written.
type Files struct {
	ArchiveBytes int64           // an archive that would be longer ends, and another begins
	Level        int             // of gzip
	Info         []archive.Field // of warcinfo
	Sync         time.Duration   // how often what was written is made safe on the disk
}

// Stats tell how far a crawl is. Figures count earlier runs too, unless they say otherwise.
type Stats struct {
	Earlier                  int64            // pages of Options.Earlier that were asked for; also unchanged ones; of this run
	First                    string           // of this run, the first URL that is neither a page nor a redirect, and why
	FirstBefore              string           // the same of earlier runs
	NoContact                string           // the first URL that was not asked for because the agent has no contact, and why
	Redirect                 string           // the first URL that redirects, and where to
	Waits                    string           // the first URL that was tried in vain, and why
	Crowded                  int64            // URLs with more links than are followed
	LongBodies               int64            // pages that are cut off, because they are too long
	Pages                    int64            // that are kept or unchanged
	Tried                    int64            // URLs that are done
	Bytes                    int64            // received
	Known, Waiting, InFlight int64            // URLs
	Hosts                    int64            // of the URLs that are known
	Outcomes                 map[string]int64 // URLs that are done, by outcome; tries that are repeated as "again"
	Rejected                 map[string]int64 // links that are not followed, by rule
	Copies                   map[string]int64 // pages that are copies, by level
	Depths                   []int64          // URLs that are known, by depth
	Cut                      int64            // bytes that Open cut off, because the log does not have them
	Resumed                  bool             // the crawl was begun by an earlier run
	Finished                 bool             // nothing is left to fetch
	Why                      End              // why this run ended
	Began                    time.Time        // this run
	Scores                   ScoreCounts      // of this run
	Unfound                  int64            // URLs that have a score and were not found
	PagesBefore, BytesBefore int64            // of earlier runs alone
	TriedBefore              int64            // of earlier runs alone
}

// Left is how many URLs are left for the next run, when a run has ended.
func (s *Stats) Left() int64 { return s.Waiting + s.InFlight }

// Crawl is a crawl at work.
type Crawl struct {
	opt       *Options
	plan      Plan
	transport Transport
	readers   par.Stock[*reader] // as many as answers may be read at the same time

	mu sync.Mutex // guards all below

	// The crawl so far.
	store   *store
	front   *frontier.Frontier
	servers servers
	gates   *Gates
	copies  copies
	stats   Stats
	now     time.Time // the clock of a replay

	// Goroutines that wait for a URL.
	wake    *sync.Cond // a URL may be taken, or the run ends
	waiting int        // how many wait
	timer   *time.Timer
	alarm   int64     // when the timer wakes them, in ms; 0: it is not set
	next    time.Time // the earliest time for the next URL, by the rate

	// What may change while the run is at work.
	connections int          // exchanges at the same time
	workers     int          // goroutines that make exchanges
	spawn       func()       // begins a further one; nil: Run was not called
	cancel      func()       // ends all exchanges; nil: Run was not called
	rate        float64      // see Limits.MaxRate
	delay       atomic.Int64 // see Manners.Delay; it needs no lock
	reading     int          // readers that may read at the same time
	idle        []*reader    // the others, as far as they have done

	// The end of the run.
	ending bool  // no further URL is taken
	err    error // the first one; after it nothing is written
	safe   int64 // the length of the log behind its last line, if that says that all before it is safe
	ended  int64 // the length of the log behind its last line of event end; 0: there is none

	// Memory that is used again.
	text    []byte   // for a URL
	targets []uint32 // for the numbers of links
	places  []int64  // for the places of new URLs
	scored  frame    // for the frame of a page that gets a score
}

// ErrSettings is the error of Open for a crawl that was begun with another value of a setting.
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

// Open begins a crawl in a folder, or loads the crawl that is there. Run then fetches.
func Open(opt *Options) (*Crawl, error) {
	c := &Crawl{opt: opt, transport: opt.Transport, gates: opt.Gates}
	if c.gates == nil {
		c.gates = NewGates()
	}
	c.wake = sync.NewCond(&c.mu)
	c.connections, c.rate = max(opt.Connections, 1), opt.MaxRate
	c.delay.Store(int64(opt.Manners.Delay))
	c.stats = Stats{Outcomes: map[string]int64{}, Rejected: map[string]int64{}, Copies: map[string]int64{}, Began: time.Now()}
	info := archive.NewPacker(opt.Level)
	if c.plan = opt.Plan; c.plan.Readers == 0 {
		c.plan = NewPlan(opt.Memory, Demand{Threads: opt.Threads, Connections: opt.Connections, MaxBody: opt.Reading.MaxBody})
	}
	if opt.Replay {
		c.plan.Readers = 1 // URLs come one after the other
		info.ID = numbered()
	}
	c.readers = par.NewStock(c.plan.Readers, func() *reader {
		r := newPageReader(&opt.Reading, c.plan.PageMemory, opt.Scope, opt.Level)
		r.packer.ID = info.ID
		return r
	})
	c.reading = c.plan.Readers
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
		Room: c.opt.Room.With(c.plan.Known), Strategy: c.opt.Strategy, PerHost: c.opt.PerHost,
		MaxPerHost: c.opt.MaxPerHost,
		Text: func(dst []byte, at int64) ([]byte, error) {
			f, err := c.store.journal.read(c.text, at)
			c.text = f.url[:0]
			return append(dst, f.url...), err
		},
	})
	if err != nil {
		return err
	}
	c.copies.seen = c.front.NewSet()
	c.servers.most = int(c.plan.Rules)
	settings, cut, err := c.store.recover()
	if err != nil {
		return err
	}
	c.stats.Cut, c.stats.Resumed = cut, settings != nil
	if settings == nil {
		if err := c.store.event("begin", c.opt.Settings); err != nil {
			return err
		}
		if err := c.store.log.Sync(); err != nil { // before there are archives: without this line nothing is known of them
			return err
		}
	} else if err := c.sameSettings(settings); err != nil {
		return err
	}
	if err := c.load(); err != nil {
		return err
	}
	c.store.again = c.stats.Resumed
	return nil
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

// load brings the crawl to the state that the journal and the log tell. A new crawl gets its seeds.
func (c *Crawl) load() error {
	_, err := frames(c.store.journal.file, c.store.journal.end, func(fr *frame, _ int64) error { return c.restoreFrame(fr) })
	if err == nil && c.front.Known == 0 {
		err = c.seed() // before the lines, which say how long hosts rest
	}
	if err != nil {
		return err
	}
	next, stop := iter.Pull(c.store.pages())
	defer stop()
	with := &agreement{next: next}
	_, err = c.store.lines(c.store.logEnd, func(text []byte, from int64) (bool, error) { return c.restoreLine(text, from, with) })
	if err != nil {
		return err
	}
	s := &c.stats
	s.PagesBefore, s.BytesBefore, s.TriedBefore = s.Pages, s.Bytes, s.Tried
	s.First, s.FirstBefore = "", s.First
	return c.front.Err()
}

// seed makes the seeds known, each once, in the order of dictionaries.
func (c *Crawl) seed() error {
	var links []link
	for _, url := range c.opt.Seeds {
		links = append(links, link{url, frontier.KeyOf(url)})
	}
	slices.SortFunc(links, func(a, b link) int { return compareURLs(a.url, b.url) })
	links = slices.CompactFunc(links, func(a, b link) bool { return string(a.url) == string(b.url) })
	targets, _, err := c.addLinks(0, 0, 0, links, nil)
	if err != nil {
		return err
	}
	c.front.Seed(targets)
	return c.front.Err()
}

func compareURLs(a, b []byte) int {
	return slices.Compare(urls.AppendKey(nil, a), urls.AppendKey(nil, b))
}

// Run fetches until nothing is left, a limit is met or Options.Stop is closed; Stats tells which. It may be called once.
func (c *Crawl) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all, keeper sync.WaitGroup
	running, end := context.WithCancel(context.Background())
	keeper.Go(func() { c.keepSafe(running, cancel) })
	c.mu.Lock()
	c.cancel = cancel
	c.spawn = func() {
		c.workers++
		all.Go(func() { c.work(ctx, cancel) })
	}
	for range c.connections {
		c.spawn()
	}
	c.mu.Unlock()
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

// outlook are the facts of the event end: why the run ended, how many URLs are left (Stats.Left), how far the log is safe, and
// how many links each rule has rejected.
func (c *Crawl) outlook() map[string]string {
	facts := map[string]string{
		"why":     c.stats.Why.String(),
		"waiting": strconv.FormatInt(c.front.Waiting+c.front.InFlight, 10),
		"safe":    strconv.FormatInt(c.store.logEnd, 10),
	}
	for rule, n := range c.stats.Rejected {
		facts["rejected "+rule] = strconv.FormatInt(n, 10)
	}
	return facts
}

// keepSafe makes safe what was written, every Options.Sync, and ends the run at the stop and after MaxTime.
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
			c.end(Stopped)
			defer time.AfterFunc(patience, cancel).Stop()
		case <-deadline:
			c.end(EndTime)
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

// checkpoint syncs the files and writes to the log up to where it is safe.
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

// end ends the run in order: no further URL is taken, and exchanges in flight go on to their ends.
func (c *Crawl) end(why End) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLocked(why)
}

func (c *Crawl) endLocked(why End) {
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
	c.endLocked(Failed)
}

// clock is the present time; in a replay it is the time of the last answer.
func (c *Crawl) clock() time.Time {
	if c.opt.Replay {
		return c.now
	}
	return time.Now()
}

// Stats returns how far the crawl is. It may be called while Run is at work.
func (c *Crawl) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Known, s.Waiting, s.Hosts, s.InFlight = c.front.Known, c.front.Waiting, c.front.Hosts(), c.front.InFlight
	s.Unfound = c.front.Unfound()
	s.Outcomes, s.Rejected, s.Copies = maps.Clone(s.Outcomes), maps.Clone(s.Rejected), maps.Clone(s.Copies)
	s.Depths = slices.Clone(s.Depths)
	return s
}

// giveReader puts a reader back for the next answer, or takes it out of use if more are in use than may read.
func (c *Crawl) giveReader(r *reader) {
	r.trim()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.idle) < c.plan.Readers-c.reading {
		c.idle = append(c.idle, r)
	} else {
		c.readers.Return(r)
	}
}

// Close closes the files, unlocks the folder and frees the memory.
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
