package adj

import "webmill/pkg/par"

// Each decodes all chunks with several goroutines. work is called for each chunk, for different ones at the same time, but
// the chunks through which a list goes on are given to one worker, one after the other. Then inOrder is called, in the
// order of the chunks.
func (g *Graph) Each(threads int, work func(worker, i int, c *Chunk) error, inOrder func(worker, i int) error) error {
	var begins []int // the chunks that begin with a list; those after one, up to the next, belong to it
	for i := range g.Chunks() {
		if !g.Continues(i) {
			begins = append(begins, i)
		}
	}
	ends := append(begins[min(1, len(begins)):], g.Chunks())
	return par.InOrder(max(1, threads), len(begins), func(worker int) (first, rest func(list int) error) {
		reader := g.sweeper()
		var c Chunk
		decode := func(i int) error {
			if err := reader.Read(i, &c); err != nil {
				return err
			}
			return work(worker, i, &c)
		}
		first = func(list int) error { return decode(begins[list]) }
		rest = func(list int) error {
			for i := begins[list]; ; {
				if err := inOrder(worker, i); err != nil {
					return err
				}
				if i++; i == ends[list] {
					return nil
				}
				if err := decode(i); err != nil {
					return err
				}
			}
		}
		return first, rest
	})
}
