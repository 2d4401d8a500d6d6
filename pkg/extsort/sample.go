package extsort

import (
	"io"

	"webmill/pkg/tuple"
)

const (
	probes      = 256      // places at which files are sampled
	probeBytes  = 32 << 10 // and what is read there
	sampleBytes = 64 << 20 // the most that is read ahead of a pipe
)

// sample is a part of the input that was looked at beforehand, and the spread of all that is known of it.
type sample struct {
	blocks []sampled
	spread spread
}

// sampled are records that each stand for so many.
type sampled struct {
	data   []int32
	weight int64
}

func (s *sample) add(block []int32, width int) {
	if len(block) > 0 {
		s.blocks = append(s.blocks, sampled{block, 1})
		s.spread.addBlock(block, width)
	}
}

// sampleFiles looks at places spread over all files.
func sampleFiles(c *chain, total int64, width, limit int) (*sample, error) {
	s := &sample{spread: noSpread()}
	step := int64(clamp(limit/probes, 4*width, probeBytes) / (4 * width)) // records read at each place
	for _, f := range c.feeds {
		f := f.(*fileFeed)
		n := max(1, min(probes*f.Bytes()/max(total, 1), f.Records/step))
		for i := range n {
			at := f.Records / n * i
			buf := make([]int32, min(step, f.Records-at)*int64(width))
			if err := f.Read(buf, at); err != nil {
				return nil, err
			}
			s.add(buf, width)
		}
	}
	return s, nil
}

// sampleStream reads the beginning of the input and puts it back before the rest. If that is all, total is its size.
func sampleStream(c *chain, buf []int32, width int) (s *sample, total int64, err error) {
	s = &sample{spread: noSpread()}
	n := 0
	for n+width <= len(buf) {
		k, err := c.read(buf[n : n+min(len(buf)-n, tuple.BlockBytes/4)/width*width])
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		n += k
	}
	total = -1
	if n+width <= len(buf) {
		total = int64(4 * n)
	}
	s.add(buf[:n], width)
	c.feeds = append([]feed{&memoryFeed{data: buf[:n]}}, c.feeds[c.at.Load():]...)
	c.at.Store(0)
	return s, total, nil
}
