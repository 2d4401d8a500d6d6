package crawlorder

import (
	"io"

	"webmill/pkg/graph/bfs"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// breadthFirst is the order that package bfs finds, layer by layer and then by sorting, whatever there is of memory.
//
// Passes: one over the links, which are kept in a temporary file for another one; 8 bytes a link and a page, and what bfs
// needs.
func breadthFirst(dst tuple.Sink, links tuple.Input, opt Options) (stats Stats, err error) {
	again, err := spill.NewInts(opt.Room, 0)
	if err != nil {
		return stats, err
	}
	defer again.Close()
	layers, err := spill.NewInts(opt.Room, 0)
	if err != nil {
		return stats, err
	}
	defer layers.Close()
	found, err := bfs.Layers(layers, tuple.Input{Name: links.Name, Source: &tee{links.Source, again}}, bfs.LayersOptions{
		Room: opt.Room, Seeds: opt.Seeds, Reachable: opt.Reachable,
	})
	stats = Stats{
		Pages: found.Pages, Links: found.Links, Roots: found.Components, GraphBytes: found.GraphBytes,
		GraphOnDisk:   found.GraphOnDisk,
		DecodedChunks: found.Decoded, LoadSeconds: found.Load.Seconds(), CrawlSeconds: found.Search.Seconds(),
	}
	if len(opt.Seeds) > 0 && stats.Roots > 0 {
		stats.Roots--
	}
	if err != nil {
		return stats, err
	}
	first := &firsts{dst: dst, limit: opt.Limit}
	_, err = bfs.Number(first, tuple.Input{Name: "layers", Source: layers.Source()},
		tuple.Input{Name: links.Name, Source: again.Source()}, bfs.NumberOptions{
			Room: opt.Room, Base: 1, Reachable: opt.Reachable,
		})
	stats.Fetched = first.passed
	return stats, err
}

// firsts passes on the pairs (id, position) whose position is no more than the limit, if there is one.
type firsts struct {
	dst    tuple.Sink
	limit  int64
	passed int64
}

// WriteBlock implements tuple.Sink.
func (s *firsts) WriteBlock(block []int32) error {
	kept := block
	if s.limit > 0 {
		kept = kept[:0]
		for k := 0; k < len(block); k += 2 {
			if int64(block[k+1]) <= s.limit {
				kept = append(kept, block[k], block[k+1])
			}
		}
	}
	s.passed += int64(len(kept) / 2)
	return s.dst.WriteBlock(kept)
}

// tee is a Source that also writes what it gives.
type tee struct {
	src tuple.Source
	dst tuple.Sink
}

// ReadBlock implements tuple.Source.
func (t *tee) ReadBlock(dst []int32) (int, error) {
	n, err := t.src.ReadBlock(dst)
	if n > 0 && (err == nil || err == io.EOF) {
		if e := t.dst.WriteBlock(dst[:n]); e != nil {
			return 0, e
		}
	}
	return n, err
}
