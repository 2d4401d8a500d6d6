package agreement

import (
	"fmt"
	"math"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// pairing writes the pairs of cluster and topic of all documents that have both.
type pairing struct {
	result           *Result
	clusters, topics *tuple.Cursor
	several          *spill.Ints // the topics of a document that has several
	reader           spill.IntsReader
	out              *tuple.Writer
	pairs            int64
}

// mostPairs is how many pairs there may be, so that every count is an int32.
const mostPairs = math.MaxInt32

func (p *pairing) run(dst tuple.Sink) error {
	p.out = tuple.NewWriter(dst, 2)
	for {
		cluster, topic := p.clusters.ID(), p.topics.ID()
		switch {
		case cluster == tuple.NoID && topic == tuple.NoID:
			if err := p.clusters.Err(); err != nil {
				return err
			}
			if err := p.topics.Err(); err != nil {
				return err
			}
			return p.out.Flush()
		case cluster < topic:
			p.result.NoTopic++
			pass(p.clusters, cluster)
		case topic < cluster:
			p.result.NoCluster++
			pass(p.topics, topic)
		default:
			if err := p.document(cluster); err != nil {
				return err
			}
		}
	}
}

// pass goes past the records of a document.
func pass(c *tuple.Cursor, doc int64) {
	for c.ID() == doc {
		c.Skip(1)
	}
}

// document writes the pairs of a document that has a cluster and a topic.
func (p *pairing) document(doc int64) error {
	p.result.Documents++
	first := p.topics.Take(doc)[1]
	p.several.Reset()
	for rec := p.topics.Take(doc); rec != nil; rec = p.topics.Take(doc) {
		if err := p.several.Put(rec[1]); err != nil {
			return err
		}
	}
	before := p.pairs
	for rec := p.clusters.Take(doc); rec != nil; rec = p.clusters.Take(doc) {
		p.out.Put(rec[1], first)
		if p.pairs += 1 + p.several.Len(); p.pairs > mostPairs {
			return fmt.Errorf("the documents have more than %d pairs of a cluster and a topic", mostPairs)
		}
		if err := p.further(rec[1]); err != nil {
			return err
		}
	}
	if p.pairs > before+1 {
		p.result.Several++
	}
	return p.out.Err()
}

// further writes the pairs of a cluster with all topics of the document but the first.
func (p *pairing) further(cluster int32) error {
	if p.several.Len() == 0 {
		return nil
	}
	p.reader.Begin(p.several)
	for at := int64(0); ; {
		topics, err := p.reader.From(at)
		if err != nil || len(topics) == 0 {
			return err
		}
		for _, topic := range topics {
			p.out.Put(cluster, topic)
		}
		at += int64(len(topics))
	}
}

// counter is a Sink of sorted pairs that writes each once, with its count.
type counter struct {
	out   *tuple.Writer
	cell  [3]int32
	cells int64
}

// WriteBlock implements tuple.Sink.
func (c *counter) WriteBlock(block []int32) error {
	for i := 0; i < len(block); i += 2 {
		if c.cell[2] > 0 && c.cell[0] == block[i] && c.cell[1] == block[i+1] {
			c.cell[2]++
			continue
		}
		c.write()
		c.cell = [3]int32{block[i], block[i+1], 1}
	}
	return c.out.Err()
}

// write writes the pair at hand, if there is one.
func (c *counter) write() {
	if c.cell[2] > 0 {
		c.out.Put(c.cell[:]...)
		c.cells++
	}
}

func (c *counter) end() error {
	c.write()
	return c.out.Flush()
}
