package crawl

import "webmill/pkg/work"

// Plan divides the memory for data (work.Data) among the parts of a crawl that need it at the same time. The URLs and hosts that
// are known get what the other parts leave, at most half of it all, because each sort after the crawl takes a quarter.
type Plan struct {
	Known       int64 // the frontier, and copies
	Rules       int64 // robots.txt of servers
	Captures    int64 // the places of answers in archives
	Patterns    int64 // each of two lists of patterns
	Connections int   // exchanges at the same time: each may have a small answer
	Large       int   // large answers at the same time: each takes twice its size, for its packed and its unpacked form
	Readers     int   // answers that are read at the same time
	PageMemory  int64 // what each reader may take for a page
}

// Demand is what a crawl would like to have.
type Demand struct {
	Threads, Connections int
	MaxBody              int64
	Archives, Lists      bool // it reads archives, lists of patterns
}

const (
	parts       = 64        // of the memory
	smallAnswer = 256 << 10 // an answer that takes more is a large one
)

// NewPlan divides a memory. It gives fewer connections than were asked for if the memory is small. If Large is 0, the memory is
// too small for a crawl.
func NewPlan(memory int64, d Demand) Plan {
	data := work.Data(memory)
	part := func(n int64) int64 { return data / parts * n }
	p := Plan{Rules: part(2), PageMemory: min(16<<20, part(8))}
	if d.Archives {
		p.Captures = part(3)
	}
	if d.Lists {
		p.Patterns = part(2)
	}
	p.Connections = int(min(int64(d.Connections), part(6)/smallAnswer))
	p.Large = min(d.Connections, int(part(13)/(2*max(d.MaxBody, 1))))
	p.Readers = max(1, min(d.Threads, int(part(28)/readerBytes(d.MaxBody, p.PageMemory))))
	p.Known = max(part(6), min(data-p.others(d.MaxBody), data/2))
	return p
}

// others is what all parts but Known take.
func (p *Plan) others(maxBody int64) int64 {
	return p.Rules + p.Captures + 2*p.Patterns + int64(p.Connections)*smallAnswer + int64(p.Large)*2*maxBody +
		int64(p.Readers)*readerBytes(maxBody, p.PageMemory)
}

// LeastFor is the least memory for a crawl that reads bodies of up to maxBody bytes.
func LeastFor(maxBody int64) int64 { return work.MemoryFor((2*maxBody + 13) / 13 * parts) }

// Sorts is the memory of each sort after the crawl, when no more answers come.
func (p *Plan) Sorts(memory int64) int64 { return work.Data(memory) / 4 }

// Outside is how much of the memory lies outside of the heap of the garbage collector.
func (p *Plan) Outside() int64 { return p.Known + p.Captures }
