package crawl

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"time"

	"webmill/pkg/spill"
	"webmill/pkg/web/crawl/recrawl"
	"webmill/pkg/web/warc"
)

// Plan finds the last answer for each URL and, with PerDay, when its page is due again. It is called once, after the last Read.
// The visits of all pages give a model of how pages change, and the visits of a page the model of that page (package recrawl).
// If no visit found a change, or all did, there is no model, and every page is due after the same time.
func (a *EarlierCrawls) Plan() error {
	if err := a.lines.Flush(); err != nil {
		return err
	}
	sorted := spill.NewFile(a.room)
	defer sorted.Close()
	out := newWriter(sorted)
	err := a.sort(a.room, func(add func(line []byte) error) error {
		in := newReader(a.file.Reader())
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return ended(err)
			}
			if err := add(line[:len(line)-1]); err != nil {
				return err
			}
		}
	}, writeLines(out))
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	interval := func([]recrawl.Visit) time.Duration { return 0 }
	if a.PerDay > 0 {
		var err error
		if interval, err = a.model(sorted); err != nil {
			return err
		}
	}
	return a.each(sorted, func(h *history) error {
		if h.last.archive < 0 {
			return nil // there is no answer, only revisits
		}
		a.All++
		h.last.interval = interval(h.visits)
		if a.At.Sub(h.last.visited) >= h.last.interval {
			a.Due++
		}
		return a.captures.add(h.url, &h.last)
	})
}

// model returns the time after which a page is due, by its visits.
func (a *EarlierCrawls) model(sorted *spill.File) (func([]recrawl.Visit) time.Duration, error) {
	var pool recrawl.Pool
	pages := 0
	err := a.each(sorted, func(h *history) error {
		pool.Add(h.visits...)
		pages++
		return nil
	})
	if err != nil {
		return nil, err
	}
	prior := pool.Fit()
	if prior.Lambda == 0 || math.IsInf(prior.Lambda, 1) || prior.Check() != nil {
		same := time.Duration(float64(pages) / a.PerDay * float64(24*time.Hour))
		return func([]recrawl.Visit) time.Duration { return same }, nil
	}
	plan, err := recrawl.NewPlan(prior.A)
	if err != nil {
		return nil, err
	}
	err = a.each(sorted, func(h *history) error {
		plan.Add(recrawl.Estimate(h.visits, prior).Lambda, 1)
		return nil
	})
	plan.Solve(a.PerDay)
	return func(visits []recrawl.Visit) time.Duration {
		return plan.Interval(recrawl.Estimate(visits, prior).Lambda, 1)
	}, err
}

// history is what the indexes say of a URL.
type history struct {
	url    []byte
	visits []recrawl.Visit
	last   capture // the last answer, and when the page was visited last
	digest string  // of the last answer
}

// maxVisits is how many visits of a page count: the last ones.
const maxVisits = 1000

// each calls f for each URL of the sorted lines.
func (a *EarlierCrawls) each(sorted *spill.File, f func(h *history) error) error {
	in := newReader(sorted.Reader())
	h := history{}
	end := func() error {
		if h.url == nil {
			return nil
		}
		return f(&h)
	}
	for {
		line, err := in.ReadSlice('\n')
		if err == io.EOF {
			return end()
		}
		if err != nil {
			return err
		}
		p := bytes.Split(line[:len(line)-1], []byte("\t"))
		if !bytes.Equal(p[0], h.url) {
			if err := end(); err != nil {
				return err
			}
			h = history{url: bytes.Clone(p[0]), visits: h.visits[:0], last: capture{archive: -1}}
		}
		h.add(p)
	}
}

// add adds a line of an index, split into its fields.
func (h *history) add(p [][]byte) {
	at, _ := time.Parse(warc.Timestamp, string(p[1])) // it was checked
	digest, revisit := string(p[2]), string(p[3]) == "true"
	if !h.last.visited.IsZero() {
		changed := !revisit && (digest == "" || digest != h.digest)
		if len(h.visits) == maxVisits {
			h.visits = append(h.visits[:0], h.visits[1:]...)
		}
		h.visits = append(h.visits, recrawl.Visit{After: at.Sub(h.last.visited), Changed: changed})
	}
	h.last.visited = at
	if revisit {
		return
	}
	h.digest = digest
	h.last.archive, _ = strconv.Atoi(string(p[5]))
	h.last.offset, _ = strconv.ParseInt(string(p[4]), 10, 64)
	h.last.date, h.last.digest = at, digest
}
