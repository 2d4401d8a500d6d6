package coverage

import (
	"fmt"
	"hash/maphash"
	"math/bits"

	"webmill/pkg/urls"
	"webmill/pkg/valid"
)

// Kind is what a fact says.
type Kind uint8

// The kinds of facts.
const (
	Known   Kind = iota // the URL was found
	Stored              // its page was stored
	Tried               // it was tried, and no page of it was stored
	Refused             // links to a host were not followed
)

// Fact is what a crawl says of a URL or, for Refused, of a host. Facts of the kind Tried come in the order of the tries.
type Fact struct {
	Kind    Kind
	URL     []byte // of all kinds but Refused
	Depth   int    // of Stored; NoDepth: not known
	Outcome string // of Tried: the outcome; of Refused: the rule
	Target  string // of Tried: where a redirect leads, or ""
	Host    string // of Refused
	Links   int64  // of Refused: how many
}

// Crawl is a crawl as a source of facts.
type Crawl struct {
	// Facts calls f for each fact. It may be called again.
	Facts func(f func(*Fact) error) error
	// Links is true if the facts tell all URLs that were found.
	Links bool
	// Rejects returns the rule that a URL breaks, as far as the URL alone tells, or "". It is called after Facts, and may be nil.
	Rejects func(url []byte) string
}

// A line of a fact, or of a URL of a sample, begins with host, TAB, key, TAB. The key of a fact about a host is empty; the key of
// a URL has keyMark before it, since masked URLs can be empty too. A letter follows, which puts facts before the URLs that ask
// for them, and then further fields:
//
//	of a host   F                            a page of it was stored
//	            R TAB rule TAB links         links to it were not followed
//	of a URL    a TAB depth                  stored; noDepth sorts behind all depths
//	            b TAB number TAB outcome TAB target     tried; the number is that of the try
//	            c                            found
//	            z TAB index TAB url TAB asked           a sample asks for it
//
// index is the number of the sample and of the URL in it. asked is the URL of the sample; url is that URL or, behind redirects,
// their target. Numbers that decide the order have a fixed number of digits.
const (
	keyMark = "="
	noDepth = 9999
)

// liner makes the lines.
type liner struct {
	exact       bool
	urls, hosts sieve
	stored      map[string]bool // hosts that have a line F already
	tries       int64
	key, host   []byte // of the URL that find was called for last
	line        []byte
}

// mostStored bounds the hosts in liner.stored. A page of a further host makes a line F each time.
const mostStored = 4 << 10

// newLiner makes a liner that takes some memory for its sieves.
func newLiner(exact bool, memory int64) *liner {
	return &liner{exact: exact, urls: newSieve(memory / 2), hosts: newSieve(memory / 2), stored: map[string]bool{}}
}

// reset forgets all URLs.
func (l *liner) reset() {
	l.urls.reset()
	l.hosts.reset()
	clear(l.stored)
	l.tries = 0
}

// find sets host and key to those of a URL.
func (l *liner) find(url []byte) {
	l.host = urls.Host(url)
	if l.exact {
		l.key = append(l.key[:0], url...)
		return
	}
	l.host = maskHost(l.host)
	l.key = appendMask(l.key[:0], url)
}

// same reports whether two URLs have the same key.
func (l *liner) same(a, b []byte) bool {
	l.find(a)
	key := string(l.key)
	l.find(b)
	return key == string(l.key)
}

// begin begins a line for the URL that find was called for last.
func (l *liner) begin() []byte {
	return append(append(append(append(l.line[:0], l.host...), "\t"+keyMark...), l.key...), '\t')
}

// ask makes the line of a URL that a sample asks for, and lets its facts pass the sieves.
func (l *liner) ask(index, url, asked []byte) []byte {
	l.find(url)
	l.urls.add(l.key)
	l.hosts.add(l.host)
	l.line = fmt.Appendf(l.begin(), "z\t%s\t%s\t%s", index, url, asked)
	return l.line
}

// fact adds the lines of a fact, as far as it passes the sieves.
func (l *liner) fact(f *Fact, add func(line []byte) error) error {
	if f.Kind == Refused {
		return l.refused(f, add)
	}
	l.find(f.URL)
	if f.Kind == Tried {
		l.tries++
	}
	if f.Kind == Stored && l.hosts.has(l.host) && !l.stored[string(l.host)] {
		if len(l.stored) < mostStored {
			l.stored[string(l.host)] = true
		}
		l.line = append(append(l.line[:0], l.host...), "\t\tF"...)
		if err := add(l.line); err != nil {
			return err
		}
	}
	if !l.urls.has(l.key) {
		return nil
	}
	l.line = l.begin()
	switch f.Kind {
	case Stored:
		depth := min(f.Depth, mostDepth)
		if depth < 0 {
			depth = noDepth
		}
		l.line = fmt.Appendf(l.line, "a\t%04d", depth)
	case Tried:
		l.line = fmt.Appendf(l.line, "b\t%016d\t%s\t%s", l.tries, oneLine(f.Outcome), oneLine(f.Target))
	default:
		l.line = append(l.line, 'c')
	}
	return add(l.line)
}

func (l *liner) refused(f *Fact, add func(line []byte) error) error {
	l.host = []byte(f.Host)
	if !l.exact {
		l.host = maskHost(l.host)
	}
	if !l.hosts.has(l.host) {
		return nil
	}
	l.line = fmt.Appendf(l.line[:0], "%s\t\tR\t%s\t%d", l.host, oneLine(f.Outcome), f.Links)
	return add(l.line)
}

func oneLine(s string) []byte { return valid.OneLine(nil, s, '?') }

// sieve is a set of texts that knows one bit for the hash of each: it may have a text that was not added, but never lacks one.
type sieve struct {
	bits []uint64
	seed maphash.Seed
	some bool // a text was added
}

// The bytes of a sieve.
const (
	leastSieve = 4 << 10
	mostSieve  = 32 << 20
)

func newSieve(memory int64) sieve {
	words := min(max(memory, leastSieve), mostSieve) / 8
	return sieve{bits: make([]uint64, 1<<(bits.Len64(uint64(words))-1)), seed: maphash.MakeSeed()}
}

func (s *sieve) bit(b []byte) (word, mask uint64) {
	h := maphash.Bytes(s.seed, b)
	return h >> 6 & uint64(len(s.bits)-1), 1 << (h & 63)
}

func (s *sieve) add(b []byte) {
	word, mask := s.bit(b)
	s.bits[word] |= mask
	s.some = true
}

// reset forgets all texts. It leaves an empty sieve alone, because a page of memory that nothing was written to costs nothing.
func (s *sieve) reset() {
	if s.some {
		clear(s.bits)
		s.some = false
	}
}

func (s *sieve) has(b []byte) bool {
	word, mask := s.bit(b)
	return s.bits[word]&mask != 0
}
