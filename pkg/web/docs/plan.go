package docs

import (
	"fmt"

	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// Plan divides the memory. One half is for the workers, in equal shares, the other for the one document whose turn it is: large
// documents are read by one worker at a time. A record takes up to eight times its size: its block, the body without transfer
// coding and the body without content coding, and twice as much while one of these buffers grows.
type Plan struct {
	Threads int
	Share   int64 // of a worker
	Record  int64 // most bytes of a record, a file or a body; larger ones are skipped
	InTurn  int64 // more memory, for a document that has its turn

	memory, raise string // advice: more memory, a larger Record
}

// LeastMemory is the least memory for which a Plan keeps to its bounds.
const LeastMemory = 8 << 20

const (
	maxRecord   = 64 << 20
	recordShare = 16 // a record may be as large as a 16th of the memory
)

// MostRecord is the largest record that can be read in a memory.
func MostRecord(memory int64) int64 { return memory / recordShare }

// MemoryFor is the least memory in which a record of a size can be read.
func MemoryFor(record int64) int64 { return record * recordShare }

func newPlan(most int64, opt *Options) Plan {
	memory := opt.Room.Memory
	half := memory / 2
	p := Plan{Threads: work.Threads(opt.Room.Threads, half, work.PageThread), InTurn: memory / 5}
	p.Share = half / int64(p.Threads)
	if most == 0 {
		most = maxRecord
	}
	p.memory, p.raise = inBrackets(opt.Advice.Memory), inBrackets(opt.Advice.MaxRecord)
	p.Record = most
	if most > MostRecord(memory) {
		p.Record, p.raise = MostRecord(memory), p.memory
	}
	return p
}

// inBrackets is how a message ends with advice.
func inBrackets(advice string) string {
	if advice == "" {
		return ""
	}
	return " (" + advice + ")"
}

// larger says what is wrong with a record, a file or a page that is larger than Record, and what helps.
func (p *Plan) larger() string { return fmt.Sprintf("larger than %s%s", work.Bytes(p.Record), p.raise) }

// reason says why records were passed over, and what helps.
func (p *Plan) reason(why warc.Reason) string {
	switch {
	case why == warc.TooLarge:
		return "record " + p.larger()
	case why == warc.TooWide && int64(p.Threads)*p.Share/2 < warc.MaxWindow:
		return why.String() + p.memory
	}
	return why.String()
}

// fault says what is wrong with the body of a page.
func (p *Plan) fault(f warc.Fault) string {
	if f == warc.LongBody {
		return "the rest of a page " + p.larger()
	}
	return "the rest of a page that cannot be decoded"
}

// ordinary is how much of a share a record, or a request of a document, may take without waiting for its turn.
func (p *Plan) ordinary() int64 { return p.Share / 8 }

// lines is how much memory the lines of one batch may take before they go to a file.
func (p *Plan) lines() int64 { return p.Share / 16 }

// Allowance is the memory for one document; turn waits for the turn of its batch.
func (p *Plan) Allowance(turn func() bool) page.Allowance {
	return page.Allowance{Share: p.ordinary(), Most: p.InTurn, Turn: turn}
}
