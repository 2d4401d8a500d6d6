package crawl

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
)

// Plan divides the memory of -S. One half is for the workers, in equal shares, the other for the one document whose turn it is:
// large documents are read by one worker at a time. A record takes up to eight times its size: its block, the body without
// transfer coding and the body without content coding, and twice as much while one of these buffers grows.
type Plan struct {
	Threads int
	Share   int64  // of a worker
	Record  int64  // most bytes of a record, a file or a body; larger ones are skipped
	Turn    int64  // more memory, for a document that has its turn
	raise   string // the flag that raises Record
}

const (
	leastMemory = 8 << 20
	leastShare  = 8 << 20
	maxRecord   = 64 << 20
	parts       = 16 // a record may be as large as a 16th of the memory
)

func (in *Input) plan(env *cli.Env) (Plan, error) {
	if env.Memory < leastMemory {
		return Plan{}, cli.Usagef("-S is too small: at least %s is needed, twice that to write Parquet", text(leastMemory))
	}
	half := env.Memory / 2
	p := Plan{Threads: int(min(int64(env.Threads), max(1, half/leastShare))), Turn: env.Memory / 5}
	p.Share = half / int64(p.Threads)
	p.Record, p.raise = maxRecord, "-max"
	if most := env.Memory / parts; most < maxRecord {
		p.Record, p.raise = most, "-S"
	}
	if in.most > 0 {
		if int64(in.most) > env.Memory/parts {
			return Plan{}, cli.Usagef("-max %s needs at least -S %s: a record may take %d times its size in memory", text(int64(in.most)), text(int64(in.most)*parts), parts)
		}
		p.Record, p.raise = int64(in.most), "-max"
	}
	return p, nil
}

func text(n int64) string { return (*cli.Size)(&n).String() }

// larger says what is wrong with a record, a file or a page that is larger than Record, and what helps.
func (p *Plan) larger() string {
	return fmt.Sprintf("larger than %s (raise %s)", text(p.Record), p.raise)
}

// reason says why records were passed over, and what helps.
func (p *Plan) reason(why warc.Reason) string {
	switch {
	case why == warc.TooLarge:
		return "record " + p.larger()
	case why == warc.TooWide && int64(p.Threads)*p.Share/2 < warc.MaxWindow:
		return why.String() + " (raise -S)"
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

// Lines is how much memory the lines of one piece may take before they go to a file.
func (p *Plan) Lines() int64 { return p.Share / 16 }

// Room is the memory for one document; turn waits for the turn of its piece.
func (p *Plan) Room(turn func() bool) page.Room {
	return page.Room{Share: p.ordinary(), Most: p.Turn, Turn: turn}
}
