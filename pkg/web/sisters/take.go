package sisters

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/maphash"

	"webmill/pkg/extmem"
	"webmill/pkg/spill"
	"webmill/pkg/web/units"
)

// key is of a URL, a group of pages, or a word.
type key [keyInts]int32

const (
	keyInts = 3
	keyCode = 16 // bytes of a key in a line
)

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Columns of the records that begin with a key: Job.own and Job.found.
const (
	keyPage   = keyInts
	keyNumber = keyInts + 1 // of the link; of groups 1 if it is that of the page itself
	keyCols   = keyInts + 2
)

// Columns of Job.pairs.
const (
	pairPage = iota
	pairNumber
	pairSister
	pairCols
)

// Columns of Job.counts.
const (
	countPage = iota
	countWord
	countSisters
	countCols
)

// Columns of Job.sisterCounts.
const (
	havePage = iota
	haveSisters
	haveCols
)

func keyOf(text []byte) key {
	a, b := maphash.Bytes(seeds[0], text), maphash.Bytes(seeds[1], text)
	return key{int32(a >> 32), int32(a), int32(b)}
}

func (k key) append(dst []byte) []byte {
	var raw [4 * keyInts]byte
	for i, v := range k {
		binary.LittleEndian.PutUint32(raw[4*i:], uint32(v))
	}
	return base64.RawURLEncoding.AppendEncode(dst, raw[:])
}

func readKey(code []byte) (k key, err error) {
	var raw [4 * keyInts]byte
	_, err = base64.RawURLEncoding.Decode(raw[:], code)
	for i := range k {
		k[i] = int32(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return k, err
}

// Worker makes lines of pages.
type Worker struct {
	opt   *Options
	known map[key]bool
	text  []byte
	More  int64 // links that were left out, because a page has too many
}

// mostLinks bounds the links of a page to different sisters.
const mostLinks = 1 << 16

// NewWorker makes a Worker, for one goroutine.
func (j *Job) NewWorker() *Worker { return &Worker{opt: &j.opt, known: map[key]bool{}} }

// Append appends the line of the page p, which the reader has read last. Its URL is canonical. about is what Scored.About gives
// back: text without TABs and line ends. compared has the units that are compared with those of sister pages: p, or units that
// the caller has made.
func (w *Worker) Append(dst, url, about []byte, r *units.Reader, p, compared *units.Page) []byte {
	dst = keyOf(url).append(dst)
	root := units.PathOf(url)
	switch w.opt.Kind {
	case Links:
		clear(w.known)
		r.Sisters(url, w.opt.Within, func(sister []byte) {
			switch k := keyOf(sister); {
			case w.known[k]:
			case len(w.known) == mostLinks:
				w.More++
			default:
				w.known[k] = true
				dst = k.append(dst)
			}
		})
	case Dir:
		dst = keyOf(root).append(dst)
	case Subtree:
		host := units.Host.Root(url)
		for ; len(root) > len(host); root = root[:bytes.LastIndexByte(root[:len(root)-1], '/')+1] {
			dst = keyOf(root).append(dst)
		}
		dst = keyOf(host).append(dst)
	case Host:
		dst = keyOf(units.Host.Root(url)).append(dst)
	case Template:
		w.text = append(append(w.text[:0], units.Host.Root(url)...), ' ')
		w.text = p.AppendOutline(w.text)
		dst = keyOf(w.text).append(dst)
	}
	dst = append(append(append(dst, '\t'), about...), '\t')
	return append(compared.AppendCode(dst), '\n')
}

// Job is the pages of a crawl, and what is found of them.
type Job struct {
	opt     Options
	lines   *spill.Waiting
	store   *spill.Arrays
	linesAt linesAt // by page: where its line is
	end     int64
	lists   *spill.File // of the words of pages, for ntpc by links
	listed  linesAt     // by page: where its list is
	pages   int32
	tables  extmem.Tables
	own     extmem.Table // the keys of pages: (key, page)
	found   extmem.Table // of Links (key, page, number of the link); of groups (key, page, 1 if it is that of the page itself)

	sameURL      extmem.Table // the pages whose URL an earlier one has
	pairs        extmem.Table // (page, number, sister), for lev and by links
	counts       extmem.Table // (page, word, sisters that have it), for ntpc by groups
	sisterCounts extmem.Table // (page, sisters), for ntpc by groups

	Stats Stats
}

// Stats are counts of pages.
type Stats struct {
	Pages    int64 // that were added
	SameURL  int64 // pages with the URL of an earlier one
	Pairs    int64 // of a page and a sister, where they are listed
	Words    int64 // records that were sorted to count words
	Alone    int64 // pages that have no sisters
	Exceeded int64 // pages that took more than Steps
	Spilled  int64 // bytes of the pages
}

// New begins a Job.
func New(opt Options) (*Job, error) {
	j := &Job{opt: opt, lines: spill.NewWaiting(opt.Room), lists: spill.NewFile(opt.Room)}
	j.tables.Room = opt.Room
	var err error
	if j.store, err = spill.NewArrays(opt.With(max(spill.LeastArrays, opt.Memory/extmem.TableShare))); err != nil {
		return nil, err
	}
	j.linesAt, j.listed = linesAt{j.store.NewArray(lineAtBytes)}, linesAt{j.store.NewArray(lineAtBytes)}
	widths := [...]int{keyPage + 1, keyCols, 1, pairCols, countCols, haveCols}
	for i, t := range []*extmem.Table{&j.own, &j.found, &j.sameURL, &j.pairs, &j.counts, &j.sisterCounts} {
		if *t, err = j.tables.New(widths[i]); err != nil {
			j.Close()
			return nil, err
		}
	}
	return j, nil
}

// Close frees what the job holds.
func (j *Job) Close() {
	j.lines.Close()
	j.lists.Close()
	j.store.Close()
	j.tables.Free()
}

var (
	errLine = errors.New("internal error: line of a page")
	errMany = errors.New("more pages than 2147483647")
)

// Add takes whole lines of Workers, in the order of the pages.
func (j *Job) Add(lines []byte) error {
	for line := range bytes.Lines(lines) {
		keys, rest, ok := bytes.Cut(line, []byte{'\t'})
		if !ok || len(keys) < keyCode {
			return errLine
		}
		if j.pages == 1<<31-1 {
			return errMany
		}
		for i := 0; i < len(keys)/keyCode; i++ {
			k, err := readKey(keys[i*keyCode:][:keyCode])
			switch {
			case err != nil:
			case i == 0:
				err = j.own.Put(k[0], k[1], k[2], j.pages)
			case j.opt.Kind == Links:
				err = j.found.Put(k[0], k[1], k[2], j.pages, int32(i))
			case i == 1:
				err = j.found.Put(k[0], k[1], k[2], j.pages, 1)
			default:
				err = j.found.Put(k[0], k[1], k[2], j.pages, 0)
			}
			if err != nil {
				return err
			}
		}
		j.linesAt.set(int64(j.pages), lineAt{j.end, int32(len(rest))})
		if _, err := j.lines.Write(rest); err != nil {
			return err
		}
		j.end += int64(len(rest))
		j.pages++
		j.Stats.Pages++
	}
	return j.store.Err()
}
