package coverage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync/atomic"

	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/scope"
)

// Folder is the folder of a crawl of fetch, which may be growing. Its fields are set once the facts were read.
type Folder struct {
	Levels  []Level // by depth
	Damaged int64   // lines of the log that are damaged and left out
	Lost    int64   // bytes of the journal that are damaged and left out

	sys     vfs.FS
	dir     string
	known   bool         // the fields above are set
	scope   *scope.Scope // of the crawl; nil: not known
	follows bool         // where a seed redirects to belongs to it
	fact    Fact
	url     []byte
	size    int64        // of the log
	read    atomic.Int64 // bytes of the log that were read, in the first pass
}

// NewFolder makes a Folder. It reads no file yet.
func NewFolder(sys vfs.FS, dir string) (*Folder, error) {
	c := &Folder{sys: sys, dir: dir}
	info, err := sys.Stat(c.log())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: is no folder of a crawl of fetch: it has no %s", dir, crawl.LogName)
	}
	if err != nil {
		return nil, vfs.Named(c.log(), err)
	}
	c.size = info.Size()
	return c, nil
}

func (c *Folder) log() string { return filepath.Join(c.dir, crawl.LogName) }

// Size is the size of the log.
func (c *Folder) Size() int64 { return c.size }

// Done is how many bytes of the log were read, in the first pass.
func (c *Folder) Done() int64 { return c.read.Load() }

// logReader reads the log and counts its bytes.
type logReader struct {
	io.Reader
	of *Folder
}

// Read implements io.Reader.
func (r logReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if !r.of.known {
		r.of.read.Add(int64(n))
	}
	if err != io.EOF {
		err = vfs.Named(r.of.log(), err)
	}
	return n, err
}

// Crawl is the folder as a source of facts.
func (c *Folder) Crawl() *Crawl { return &Crawl{Facts: c.facts, Links: true, Rejects: c.rejects} }

// facts reads the journal and the log.
func (c *Folder) facts(f func(*Fact) error) error {
	log, err := c.sys.Open(c.log())
	if err != nil {
		return vfs.Named(c.log(), err)
	}
	defer log.Close()
	journal := int64(0) // the length of the journal, as the log says
	damaged, err := crawllog.Read(logReader{log, c}, func(e *crawllog.Entry) error {
		journal = max(journal, e.Found)
		return c.entry(e, f)
	}, c.event)
	if err != nil {
		return err
	}
	whole, err := crawl.Found(c.sys, c.dir, func(url []byte, _, depth int) error {
		c.found(depth)
		c.fact = Fact{Kind: Known, URL: url}
		return f(&c.fact)
	}, func(rule, host string, links int64) error {
		if scope.Rule(rule).Trap() && c.scope != nil {
			c.scope.Traps = urls.DefaultTraps
		}
		c.fact = Fact{Kind: Refused, Outcome: rule, Host: host, Links: links}
		return f(&c.fact)
	})
	if !c.known {
		c.known, c.Damaged, c.Lost = true, damaged, max(journal-whole, 0)
	}
	return err
}

// entry passes on the fact of a line of the log.
func (c *Folder) entry(e *crawllog.Entry, f func(*Fact) error) error {
	if e.Kind != "" || e.URL == "" {
		return nil // it is for robots.txt
	}
	c.count(e)
	if target, err := urls.Canonical(nil, []byte(e.NewSeed())); err == nil && c.follows && !c.known {
		c.scope.Seed(target, "")
	}
	c.url = append(c.url[:0], e.URL...)
	c.fact = Fact{Kind: Tried, URL: c.url, Depth: e.Depth, Outcome: e.Outcome, Target: e.Target}
	if isStored(e) {
		c.fact.Kind = Stored
	}
	return f(&c.fact)
}

// isStored reports whether a page is in the archives.
func isStored(e *crawllog.Entry) bool { return crawllog.ClassOf(e.Outcome) == crawllog.Page }

// event makes the scope of the crawl from its settings. These do not have the lists of -allow and -deny, so the scope has none.
// It has the rules of traps only if one of them rejected a link.
func (c *Folder) event(e *crawllog.Event) error {
	if e.Event != "begin" || c.scope != nil {
		return nil
	}
	s := &scope.Scope{Kind: scope.Kind(e.Facts["-scope"]), Endings: scope.ParseEndings(e.Facts["-endings"])}
	if s.Kind == scope.Allowed {
		s.Kind = scope.All
	}
	for seed := range strings.FieldsSeq(e.Facts["seeds"]) {
		if url, err := urls.Canonical(nil, []byte(seed)); err != nil || s.Seed(url, e.Facts["-main-domain"]) != nil {
			return nil // there are too many seeds to be in the log, or these are not settings of fetch
		}
	}
	c.scope, c.follows = s, !e.Thesis()
	return nil
}

// rejects is the rule of the crawl that a URL breaks, as far as the URL alone tells.
func (c *Folder) rejects(url []byte) string {
	if c.scope == nil || bytes.IndexByte(url, ':') < 0 {
		return ""
	}
	return string(c.scope.Check(url, 0))
}
