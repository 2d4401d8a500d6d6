package frontier

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"webmill/pkg/spill"
	"webmill/pkg/urls"
	"webmill/pkg/work"
)

// Options say how a crawler chooses.
type Options struct {
	work.Room
	Strategy Strategy
	// PerHost is how many URLs of a host may be in flight at the same time.
	PerHost int
	// MaxPerHost is how many URLs of a host are taken, until they are done; 0: no limit.
	MaxPerHost int64
	// Text appends the URL that the journal has at a place (see Add).
	Text func(dst []byte, at int64) ([]byte, error)
}

// Strategy says which URL is the best, in the words of package crawlorder.
type Strategy string

// The strategies of package crawlorder that need no more of the web than a crawler knows.
const (
	BreadthFirst Strategy = "bfs"
	OPIC         Strategy = "opic"
	OPICAll      Strategy = "opic-all"
	Sites        Strategy = "sites"
)

// Strategies are those that need no scores from outside: all but Focused.
var Strategies = []Strategy{BreadthFirst, OPIC, OPICAll, Sites}

// Frontier has the URLs of a crawl and their states. It is for one goroutine at a time.
type Frontier struct {
	Known, Done, Waiting, InFlight int64 // URLs
	opt                            Options
	store                          *spill.Arrays
	urls                           *spill.Array // see urlBytes
	byURL                          *table       // the numbers of URLs
	byHost                         *table       // the numbers of hosts
	hosts                          hosts
	ready, resting                 heap
	queue                          queue
	keys                           *pairing // the queue, if it is one by keys; else nil
	focus                          *focus   // of the strategy Focused; else nil
	now                            int64    // the last time of Take, in ms
	err                            error    // of Text
	urlTexts                       [2][]byte
	orderKeys                      [2][]byte
}

// The fields of a URL, by their places.
const (
	urlBytes = 16
	urlWhere = 0  // 6 bytes: its place in the journal
	urlFlags = 6  // uint16
	urlNext  = 8  // uint32: the next one in its queue
	urlHost  = 12 // uint32
)

// The flags of a URL: its depth, how often it was tried in vain, its state.
const (
	depthBits   = 10
	attemptBits = 3
	MaxDepth    = 1<<depthBits - 1   // deeper URLs count as this deep
	MaxAttempts = 1<<attemptBits - 1 // further attempts are not counted
	maxWhere    = 1<<48 - 1
)

// state is the state of a URL.
type state uint16

const (
	isNew    state = iota // it was added, and neither Seed nor Fetched has named it
	waits                 // in the queue of its host
	inFlight              // it was taken
	isDone                // Fetched was called for it
)

// MaxURLs is how many URLs a crawl can know: their numbers must be ids of tuple streams.
const MaxURLs = math.MaxInt32

// New makes an empty Frontier.
func New(opt Options) (*Frontier, error) {
	opt.PerHost = max(opt.PerHost, 1)
	store, err := spill.NewArrays(opt.Room)
	if err != nil {
		return nil, err
	}
	f := &Frontier{
		opt: opt, store: store, urls: store.NewArray(urlBytes), byURL: newTable(store), byHost: newTable(store),
		hosts: hosts{store.NewArray(hostBytes)},
	}
	f.ready = heap{items: store.NewArray(itemBytes), hosts: &f.hosts, which: inReady, before: f.pageBefore}
	f.resting = heap{items: store.NewArray(itemBytes), hosts: &f.hosts, which: inResting, before: f.byNumber}
	switch opt.Strategy {
	case OPIC, OPICAll:
		f.keys = &pairing{hosts: &f.hosts, nodes: store.NewArray(nodeBytes), tie: f.urlBefore}
		f.queue = f.keys
	case Focused:
		f.keys = &pairing{hosts: &f.hosts, nodes: store.NewArray(nodeBytes), tie: foundBefore}
		f.queue, f.focus = f.keys, &focus{slots: store.NewArray(focusBytes), early: newTable(store)}
		f.ready.before = func(a, b item) bool { return foundBefore(a.page, b.page) }
	case BreadthFirst:
		f.queue = &fifo{&f.hosts, f.urls}
	case Sites:
		f.queue = &fifo{&f.hosts, f.urls}
		f.ready.before = f.hostBefore
	default:
		store.Close()
		return nil, fmt.Errorf("a crawler cannot follow the strategy %s", opt.Strategy)
	}
	return f, nil
}

// Close frees the memory and removes the temporary file.
func (f *Frontier) Close() { f.store.Close() }

// Err is the first error of the temporary file or of Options.Text. After an error the other methods return nothing of use.
func (f *Frontier) Err() error {
	if err := f.store.Err(); err != nil {
		return err
	}
	return f.err
}

// Hosts is the number of hosts.
func (f *Frontier) Hosts() int64 { return f.byHost.n }

// Find returns the number of a URL, if it is known.
func (f *Frontier) Find(k Key) (url uint32, ok bool) {
	url, _, ok = f.byURL.find(k)
	return url, ok
}

// Add makes a URL known that is not known yet, and returns its number. at is its place in the journal. The URL waits once Seed or
// Fetched has named it.
func (f *Frontier) Add(k Key, host []byte, at int64, depth int) (uint32, error) {
	if f.Known == MaxURLs {
		return 0, fmt.Errorf("more than %d URLs were found: make the scope smaller", int64(MaxURLs))
	}
	if at > maxWhere {
		return 0, fmt.Errorf("what was found takes more than %d bytes: make the scope smaller", int64(maxWhere))
	}
	url := uint32(f.Known)
	f.Known++
	f.byURL.put(k, url)
	name := KeyOf(host)
	h, _, ok := f.byHost.find(name)
	if !ok {
		h = uint32(f.byHost.n)
		f.byHost.put(name, h)
		f.hosts.setUint32(h, hostFirst, url)
	}
	f.hosts.add(h, hostKnown, 1)
	slot := f.urls.Slot(int64(url))
	binary.LittleEndian.PutUint64(slot[urlWhere:], uint64(at)) // the flags and all that follows is set next
	binary.LittleEndian.PutUint16(slot[urlFlags:], uint16(min(depth, MaxDepth)))
	binary.LittleEndian.PutUint32(slot[urlNext:], 0)
	binary.LittleEndian.PutUint32(slot[urlHost:], h)
	f.focus.takeKept(k, url)
	return url, nil
}

// Depth is the depth that Add gave a URL, at most MaxDepth.
func (f *Frontier) Depth(url uint32) int { return int(f.flags(url) & MaxDepth) }

// Host is the number of the host of a URL.
func (f *Frontier) Host(url uint32) uint32 {
	return binary.LittleEndian.Uint32(f.urls.Read(int64(url))[urlHost:])
}

// Where is the place of a URL in the journal.
func (f *Frontier) Where(url uint32) int64 {
	return int64(binary.LittleEndian.Uint64(f.urls.Read(int64(url))[urlWhere:]) & maxWhere)
}

// IsDone reports whether a URL is done.
func (f *Frontier) IsDone(url uint32) bool { return f.state(url) == isDone }

func (f *Frontier) flags(url uint32) uint16 {
	return binary.LittleEndian.Uint16(f.urls.Read(int64(url))[urlFlags:])
}

func (f *Frontier) state(url uint32) state { return state(f.flags(url) >> (depthBits + attemptBits)) }

func (f *Frontier) setState(url uint32, s state) {
	slot := f.urls.Slot(int64(url))[urlFlags:]
	flags := binary.LittleEndian.Uint16(slot)&(1<<(depthBits+attemptBits)-1) | uint16(s)<<(depthBits+attemptBits)
	binary.LittleEndian.PutUint16(slot, flags)
}

// Attempts is how often a URL was tried in vain: given back as failed.
func (f *Frontier) Attempts(url uint32) int { return int(f.flags(url) >> depthBits & MaxAttempts) }

// Seed makes new URLs wait, without a page that links to them. They share a credit of 1.
func (f *Frontier) Seed(targets []uint32) { f.link(targets, 1/float64(max(len(targets), 1))) }

// Fetched says that a URL is done, and to which others it links: each once, in the order of dictionaries. Those that are new wait
// then. Unless AllLinks is true, the new ones are enough. at is the place in the journal of its frame, which has the links.
func (f *Frontier) Fetched(url uint32, targets []uint32, at int64) {
	host := f.Host(url)
	switch f.state(url) {
	case inFlight:
		f.InFlight--
		f.hosts.add(host, hostInFlight, -1)
	case waits:
		f.withdraw(host, url)
	}
	f.setState(url, isDone)
	f.Done++
	f.hosts.add(host, hostFetched, 1)
	f.rate(host)
	if f.focus != nil {
		f.passScore(url, targets, at)
	}
	share := 0.0
	if credits := f.credits(); credits != nil && len(targets) > 0 {
		links := len(targets)
		if f.opt.Strategy == OPIC {
			links = 0
			for _, t := range targets {
				if f.state(t) != isDone {
					links++
				}
			}
		}
		share = credits.key(url) / float64(links) // without links nobody gets it
	}
	f.link(targets, share)
}

// link puts new URLs into their queues, and gives credit to all that are not done.
func (f *Frontier) link(targets []uint32, share float64) {
	credits := f.credits()
	for _, t := range targets {
		switch s := f.state(t); {
		case s == isNew:
			if credits != nil {
				credits.setKey(t, share)
			}
			f.enqueue(f.Host(t), t, false)
		case credits == nil || s == isDone:
		case s == waits:
			host := f.Host(t)
			credits.raise(host, t, credits.key(t)+share)
			f.rate(host)
		default:
			credits.setKey(t, credits.key(t)+share)
		}
	}
}

func (f *Frontier) enqueue(host, url uint32, front bool) {
	if f.focus != nil {
		f.keys.setKey(url, f.focus.promise(url))
	}
	f.setState(url, waits)
	f.Waiting++
	f.queue.push(host, url, front)
	f.hosts.add(host, hostWaiting, 1)
	f.rate(host)
}

// rate puts a host where it belongs: among the hosts that are ready, among those that rest, or into no heap.
func (f *Frontier) rate(host uint32) {
	if f.hosts.uint32(host, hostWaiting) == 0 || f.full(host) {
		f.ready.remove(host)
		f.resting.remove(host)
		return
	}
	if rests := f.hosts.rests(host); rests > f.now {
		f.ready.remove(host)
		f.resting.put(item{-float64(rests), 0, host})
		return
	}
	f.resting.remove(host)
	page, key := f.queue.best(host)
	if f.opt.Strategy == Sites {
		key = float64(f.hosts.uint32(host, hostWaiting))
	}
	it := item{key, page, host}
	if which, place := f.hosts.place(host); which != inReady || f.ready.at(int64(place)) != it {
		f.ready.put(it)
	}
}

// full reports whether no further URL of a host may be taken now.
func (f *Frontier) full(host uint32) bool {
	n := f.hosts.uint32(host, hostInFlight)
	return int(n) >= f.opt.PerHost || f.opt.MaxPerHost > 0 && int64(n+f.hosts.uint32(host, hostFetched)) >= f.opt.MaxPerHost
}

// Take takes the best URL of the hosts that are ready at a time, in ms. If there is none, ok is false, and at is the time when
// the first host has rested; 0: no host rests.
func (f *Frontier) Take(now int64) (url uint32, at int64, ok bool) {
	f.now = max(f.now, now)
	for f.resting.n > 0 {
		first := f.resting.at(0)
		if -first.key > float64(f.now) {
			break
		}
		f.rate(first.host)
	}
	if f.ready.n == 0 {
		if f.resting.n > 0 {
			return 0, int64(-f.resting.at(0).key), false
		}
		return 0, 0, false
	}
	best := f.ready.at(0)
	f.queue.pop(best.host)
	f.setState(best.page, inFlight)
	f.Waiting--
	f.InFlight++
	f.hosts.add(best.host, hostWaiting, -1)
	f.hosts.add(best.host, hostInFlight, 1)
	f.rate(best.host)
	return best.page, 0, true
}

// GiveBack says that a URL in flight is not done, and makes it wait again: as the first one of its host, or where its key
// says. failed counts the try as an attempt.
func (f *Frontier) GiveBack(url uint32, failed bool) {
	host := f.Host(url)
	f.InFlight--
	f.hosts.add(host, hostInFlight, -1)
	if failed && f.Attempts(url) < MaxAttempts {
		slot := f.urls.Slot(int64(url))[urlFlags:]
		binary.LittleEndian.PutUint16(slot, binary.LittleEndian.Uint16(slot)+1<<depthBits)
	}
	f.enqueue(host, url, true)
}

// Rest makes a host rest until a time, in ms. Of several times the latest counts.
func (f *Frontier) Rest(host uint32, until int64) {
	f.hosts.setRests(host, max(until, f.hosts.rests(host)))
	f.rate(host)
}

// withdraw takes a URL that waits out of its queue, because the journal says that it is done.
func (f *Frontier) withdraw(host, url uint32) {
	f.queue.remove(host, url)
	f.Waiting--
	f.hosts.add(host, hostWaiting, -1)
}

// foundBefore orders URLs as they were found.
func foundBefore(a, b uint32) bool { return a < b }

// pageBefore orders hosts by their best pages.
func (f *Frontier) pageBefore(a, b item) bool { return f.urlBefore(a.page, b.page) }

func (f *Frontier) byNumber(a, b item) bool { return a.host < b.host }

// hostBefore orders hosts by their names, from the last label to the first.
func (f *Frontier) hostBefore(a, b item) bool {
	if a.host == b.host {
		return false
	}
	for i, it := range [...]item{a, b} {
		f.text(i, f.hosts.uint32(it.host, hostFirst))
		f.orderKeys[i] = urls.ReverseHost(f.orderKeys[i][:0], urls.Host(f.urlTexts[i]))
	}
	return bytes.Compare(f.orderKeys[0], f.orderKeys[1]) < 0
}

// urlBefore orders URLs as dictionaries do.
func (f *Frontier) urlBefore(a, b uint32) bool {
	if a == b {
		return false
	}
	for i, url := range [...]uint32{a, b} {
		f.text(i, url)
		f.orderKeys[i] = urls.AppendKey(f.orderKeys[i][:0], f.urlTexts[i])
	}
	return bytes.Compare(f.orderKeys[0], f.orderKeys[1]) < 0
}

func (f *Frontier) text(i int, url uint32) {
	at := f.Where(url)
	if f.store.Err() != nil {
		f.urlTexts[i] = f.urlTexts[i][:0]
		return
	}
	text, err := f.opt.Text(f.urlTexts[i][:0], at)
	if err != nil && f.err == nil {
		f.err = err
	}
	f.urlTexts[i] = text
}

// AllLinks reports whether Fetched must be told of all links of a page, and not only of the new ones: pages pass credit on, or
// scores of pages say how much their links promise.
func (f *Frontier) AllLinks() bool { return f.keys != nil }

// credits is the queue if it is one of credits, else nil.
func (f *Frontier) credits() *pairing {
	if f.focus != nil {
		return nil
	}
	return f.keys
}

// HostNamed is the number of the host with a name, if it has URLs here.
func (f *Frontier) HostNamed(name []byte) (host uint32, ok bool) {
	host, _, ok = f.byHost.find(KeyOf(name))
	return host, ok
}

// Failed counts an error of a host and returns how many came in a row.
func (f *Frontier) Failed(host uint32) int { return int(f.hosts.add(host, hostErrors, 1)) }

// Well says that a host has answered without an error, which ends a row of errors.
func (f *Frontier) Well(host uint32) {
	if f.hosts.uint32(host, hostErrors) != 0 {
		f.hosts.setUint32(host, hostErrors, 0)
	}
}
