package order

import (
	"io"

	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// breadthFirst is the order that package bfs finds, layer by layer and then by sorting, whatever there is of memory.
//
// Passes: one over the links, which are kept in a temporary file for another one; 8 bytes a link and a page, and what bfs
// needs.
func breadthFirst(dst tuple.Sink, links bfs.Input, opt Options) (stats Stats, err error) {
	var again, layers scratch
	for _, s := range []*scratch{&again, &layers} {
		if err := s.open(&opt.Options); err != nil {
			return stats, err
		}
		defer s.file.Close()
	}
	found, err := bfs.Layers(&layers, bfs.Input{Name: links.Name, Source: &tee{links.Source, &again}}, bfs.LayersOptions{
		Options: opt.Options, Seeds: opt.Seeds, Reachable: opt.Reachable,
	})
	stats = Stats{
		Pages: found.Pages, Links: found.Links, Roots: found.Components, FormBytes: found.FormBytes, FormOnDisk: found.FormOnDisk,
		DecodedChunks: found.Decoded, LoadSeconds: found.Load.Seconds(), CrawlSeconds: found.Search.Seconds(),
	}
	if len(opt.Seeds) > 0 && stats.Roots > 0 {
		stats.Roots--
	}
	if err != nil {
		return stats, err
	}
	first := &firsts{dst: dst, limit: opt.Limit}
	_, err = bfs.Number(first, layers.input("layers"), again.input(links.Name), bfs.NumberOptions{
		Options: opt.Options, Base: 1, Reachable: opt.Reachable,
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

// scratch keeps pairs in a temporary file, to be read once they all are there.
type scratch struct {
	file vfs.File
	out  *tuple.RawWriter
	size int64
}

func (s *scratch) open(opt *bfs.Options) (err error) {
	if s.file, err = opt.FS.Temp(vfs.TempDir(opt.TempDir)); err == nil {
		s.out = tuple.NewRawWriter(s.file)
	}
	return err
}

// WriteBlock implements tuple.Sink.
func (s *scratch) WriteBlock(block []int32) error {
	s.size += 4 * int64(len(block))
	return s.out.WriteBlock(block)
}

func (s *scratch) input(name string) bfs.Input {
	return bfs.Input{Name: name, Source: tuple.NewRawReader(io.NewSectionReader(s.file, 0, s.size), 2)}
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
