package crawl

import (
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"webmill/pkg/spill"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// Captures say where archives have the answers for URLs. If a URL has several answers, the first one counts.
//
// Memory: that of the room; what does not fit is in a temporary file.
type Captures struct {
	sys   vfs.FS
	mu    sync.Mutex
	store *spill.Arrays
	set   *frontier.Map        // the slot of a URL
	slots *spill.Array         // of captures
	n     int64                // URLs
	names []string             // of archives, by number
	open  map[int]*openArchive // by number
}

type openArchive struct {
	file    io.ReaderAt
	size    int64
	readers int          // goroutines that read it now
	close   func() error // nil: the caller of Keep closes it
}

// capture is the place of an answer, and what is known of its page.
type capture struct {
	archive       int
	offset, inner int64         // where the member of gzip begins that has the record, and where the record begins in it
	date          time.Time     // of the answer
	digest        string        // of its payload
	visited       time.Time     // when the page was last asked for, also if it had not changed
	interval      time.Duration // after visited, until the page is due; 0: it is due
}

// The fields of a slot, by their places.
const (
	captureBytes    = 128
	captureArchive  = 0   // uint32: its number
	captureOffset   = 8   // int64
	captureInner    = 16  // int64
	captureDate     = 24  // int64: ms
	captureLength   = 32  // a byte: of the digest
	captureDigest   = 33  // maxDigest bytes
	captureVisited  = 104 // int64: ms
	captureInterval = 112 // int64: ns
)

const maxDigest = 64 // bytes; the slot has no room for more

// NewCaptures makes Captures without answers.
func NewCaptures(room work.Room) (*Captures, error) {
	store, err := spill.NewArrays(room)
	if err != nil {
		return nil, err
	}
	return &Captures{sys: room.FS, store: store, set: frontier.NewMap(store), slots: store.NewArray(captureBytes),
		open: map[int]*openArchive{}}, nil
}

// Close closes the archives that it opened, and frees the memory.
func (x *Captures) Close() error {
	var errs []error
	for _, a := range x.open {
		if a.close != nil {
			errs = append(errs, a.close())
		}
	}
	x.store.Close()
	return errors.Join(errs...)
}

// Len is the number of URLs that have an answer.
func (x *Captures) Len() int64 { return x.n }

// archive is the number of the archive with a name. A new name gets the next number.
func (x *Captures) archive(name string) int {
	for i := len(x.names) - 1; i >= 0; i-- {
		if x.names[i] == name {
			return i
		}
	}
	x.names = append(x.names, name)
	return len(x.names) - 1
}

// add adds the answer for a canonical URL, unless there is one already. A digest longer than maxDigest is left out: then the next
// answer is not compared with this one.
func (x *Captures) add(url []byte, c *capture) error {
	key := frontier.KeyOf(url)
	if _, known := x.set.Find(key); known {
		return x.store.Err()
	}
	if x.n == frontier.MaxURLs {
		return errors.New("the archives have too many URLs")
	}
	x.set.Put(key, uint32(x.n))
	slot := x.slots.Slot(x.n)
	x.n++
	binary.LittleEndian.PutUint32(slot[captureArchive:], uint32(c.archive))
	binary.LittleEndian.PutUint64(slot[captureOffset:], uint64(c.offset))
	binary.LittleEndian.PutUint64(slot[captureInner:], uint64(c.inner))
	binary.LittleEndian.PutUint64(slot[captureDate:], uint64(c.date.UnixMilli()))
	binary.LittleEndian.PutUint64(slot[captureVisited:], uint64(c.visited.UnixMilli()))
	binary.LittleEndian.PutUint64(slot[captureInterval:], uint64(c.interval))
	digest := c.digest
	if len(digest) > maxDigest {
		digest = ""
	}
	slot[captureLength] = byte(copy(slot[captureDigest:captureDigest+maxDigest], digest))
	return x.store.Err()
}

// find returns the answer for a canonical URL.
func (x *Captures) find(url []byte) (c capture, ok bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n, ok := x.set.Find(frontier.KeyOf(url))
	if ok {
		slot := x.slots.Read(int64(n))
		number := func(at int) int64 { return int64(binary.LittleEndian.Uint64(slot[at:])) }
		c = capture{
			archive: int(binary.LittleEndian.Uint32(slot[captureArchive:])), offset: number(captureOffset),
			inner: number(captureInner), date: time.UnixMilli(number(captureDate)),
			digest:  string(slot[captureDigest:][:slot[captureLength]]),
			visited: time.UnixMilli(number(captureVisited)), interval: time.Duration(number(captureInterval)),
		}
	}
	return c, ok, x.store.Err()
}

// read reads the record of an answer. A record may not have more than most bytes.
func (x *Captures) read(c *capture, most int64) (*warc.Record, error) {
	a, err := x.begin(c.archive)
	if err != nil {
		return nil, err
	}
	defer x.end(a)
	r, err := warc.At(a.file, a.size, c.offset, c.inner, warc.Options{MaxRecord: most, MaxBody: most})
	return r, vfs.Named(x.names[c.archive], err)
}

// begin gives an archive to a reader until end, and opens it if it is not open. If 16 archives are open then, it first closes
// those that nobody reads.
func (x *Captures) begin(archive int) (*openArchive, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	a := x.open[archive]
	if a == nil {
		f, err := x.sys.Open(x.names[archive])
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, err
		}
		const most = 16
		for n, old := range x.open {
			if len(x.open) >= most && old.readers == 0 {
				old.close()
				delete(x.open, n)
			}
		}
		a = &openArchive{file: f, size: info.Size(), close: f.Close}
		x.open[archive] = a
	}
	a.readers++
	return a, nil
}

func (x *Captures) end(a *openArchive) {
	x.mu.Lock()
	defer x.mu.Unlock()
	a.readers--
}

// Keep is Scan of an archive that the caller has opened and closes after the Captures, like one that came through a pipe.
func (x *Captures) Keep(name string, file *io.SectionReader, room work.Room) (warc.Stats, error) {
	x.open[x.archive(name)] = &openArchive{file: file, size: file.Size(), readers: 1}
	return x.Scan(name, io.NewSectionReader(file, 0, file.Size()), room)
}

// Scan adds the answers of an archive: its records of type response and resource. The statistics say what was skipped. The memory
// of the room is for records while they are read: one half for the threads, the other for a large record, which waits for its
// turn.
func (x *Captures) Scan(name string, in io.Reader, room work.Room) (warc.Stats, error) {
	opt := warc.Options{Threads: work.Threads(room.Threads, room.Memory/2, 2*work.PageThread)}
	opt.Share = room.Memory / 2 / int64(opt.Threads)
	opt.MaxRecord = min(maxReplayed, room.Memory/6)
	type row struct {
		url []byte
		c   capture
	}
	number := x.archive(name)
	return warc.Run(in, opt, func(records *warc.Records) (rows []row, err error) {
		for {
			r, err := records.Next()
			if err == io.EOF {
				return rows, nil
			}
			if err != nil {
				return nil, err
			}
			if r.Type != "response" && r.Type != "resource" {
				continue
			}
			url, err := urls.Canonical(nil, urls.OfBytes(r.URL))
			if err != nil {
				continue
			}
			date, _ := time.Parse(warc.Timestamp, string(r.Date))
			rows = append(rows, row{url, capture{archive: number, offset: r.Offset, inner: r.Inner, date: date,
				digest: string(r.Header.Get("WARC-Payload-Digest"))}})
		}
	}, func(rows []row) error {
		for i := range rows {
			if err := x.add(rows[i].url, &rows[i].c); err != nil {
				return err
			}
		}
		return nil
	})
}
