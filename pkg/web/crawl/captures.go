package crawl

import (
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"webmill/pkg/spill"
	"webmill/pkg/vfs"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/urls"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// Captures say where archives have the answers for URLs: of several answers for one, the first.
//
// Memory: that of its room; what does not fit is in a file.
type Captures struct {
	sys   vfs.FS
	mu    sync.Mutex
	pages *spill.Pages
	set   *frontier.Map
	slots *spill.Array
	n     int64
	names []string
	open  map[int]*openArchive
}

type openArchive struct {
	file    io.ReaderAt
	size    int64
	readers int
	close   func() error // nil: it is closed elsewhere
}

// capture is one of them.
type capture struct {
	archive       int
	offset, inner int64
	date          time.Time
	digest        string
	visited       time.Time     // the last time, which may have found no change
	interval      time.Duration // after which it is due
}

const (
	captureBytes = 128
	maxDigest    = 64
)

// NewCaptures makes an empty index.
func NewCaptures(room work.Room) (*Captures, error) {
	pages, err := spill.NewPages(room)
	if err != nil {
		return nil, err
	}
	return &Captures{sys: room.FS, pages: pages, set: frontier.NewMap(pages), slots: pages.NewArray(captureBytes),
		open: map[int]*openArchive{}}, nil
}

// Close closes the archives.
func (x *Captures) Close() error {
	var errs []error
	for _, a := range x.open {
		if a.close != nil {
			errs = append(errs, a.close())
		}
	}
	x.pages.Close()
	return errors.Join(errs...)
}

// Len is the number of URLs.
func (x *Captures) Len() int64 { return x.n }

// archive is the number of a file.
func (x *Captures) archive(name string) int {
	for i := len(x.names) - 1; i >= 0; i-- {
		if x.names[i] == name {
			return i
		}
	}
	x.names = append(x.names, name)
	return len(x.names) - 1
}

// add adds the answer for a canonical URL, if there is none yet.
func (x *Captures) add(url []byte, c *capture) error {
	key := frontier.KeyOf(url)
	if _, known := x.set.Find(key); known || len(c.digest) > maxDigest {
		return x.pages.Err()
	}
	if x.n == frontier.MaxURLs {
		return errors.New("the archives have too many URLs")
	}
	x.set.Put(key, uint32(x.n))
	slot := x.slots.Slot(x.n)
	x.n++
	binary.LittleEndian.PutUint32(slot, uint32(c.archive))
	binary.LittleEndian.PutUint64(slot[8:], uint64(c.offset))
	binary.LittleEndian.PutUint64(slot[16:], uint64(c.inner))
	binary.LittleEndian.PutUint64(slot[24:], uint64(c.date.UnixMilli()))
	binary.LittleEndian.PutUint64(slot[104:], uint64(c.visited.UnixMilli()))
	binary.LittleEndian.PutUint64(slot[112:], uint64(c.interval))
	slot[32] = byte(copy(slot[33:33+maxDigest], c.digest))
	return x.pages.Err()
}

// find returns the answer for a canonical URL.
func (x *Captures) find(url []byte) (c capture, ok bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n, ok := x.set.Find(frontier.KeyOf(url))
	if ok {
		slot := x.slots.Read(int64(n))
		c = capture{
			archive: int(binary.LittleEndian.Uint32(slot)), offset: int64(binary.LittleEndian.Uint64(slot[8:])),
			inner:  int64(binary.LittleEndian.Uint64(slot[16:])),
			date:   time.UnixMilli(int64(binary.LittleEndian.Uint64(slot[24:]))),
			digest: string(slot[33 : 33+slot[32]]), visited: time.UnixMilli(int64(binary.LittleEndian.Uint64(slot[104:]))),
			interval: time.Duration(binary.LittleEndian.Uint64(slot[112:])),
		}
	}
	return c, ok, x.pages.Err()
}

// read reads the record of an answer.
func (x *Captures) read(c *capture, most int64) (*warc.Record, error) {
	a, err := x.begin(c.archive)
	if err != nil {
		return nil, err
	}
	defer x.end(a)
	r, err := warc.At(a.file, a.size, c.offset, c.inner, warc.Options{MaxRecord: most, MaxBody: most})
	return r, vfs.Named(x.names[c.archive], err)
}

// begin opens an archive, if it is not open. Of those that nobody reads, one is closed where many are open.
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

// Keep is Scan of an archive that is open already and stays so, like what came through a pipe.
func (x *Captures) Keep(name string, file *io.SectionReader, threads int) (warc.Stats, error) {
	x.open[x.archive(name)] = &openArchive{file: file, size: file.Size(), readers: 1}
	return x.Scan(name, io.NewSectionReader(file, 0, file.Size()), threads)
}

// Scan adds all answers of an archive, and says what was skipped.
func (x *Captures) Scan(name string, in io.Reader, threads int) (warc.Stats, error) {
	type row struct {
		url []byte
		c   capture
	}
	number := x.archive(name)
	return warc.Run(in, warc.Options{Threads: threads}, func(run *warc.Records) (rows []row, err error) {
		for {
			r, err := run.Next()
			if err == io.EOF {
				return rows, nil
			}
			if err != nil {
				return nil, err
			}
			if r.Type != "response" && r.Type != "resource" {
				continue
			}
			url, err := urls.Canonical(nil, r.URL)
			if err != nil {
				continue
			}
			date, _ := time.Parse("20060102150405", string(r.Date))
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
