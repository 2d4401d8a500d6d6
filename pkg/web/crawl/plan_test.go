package crawl

import (
	"testing"

	"webmill/pkg/work"
)

// TestPlan divides memories of all sizes among crawls of all kinds: the parts are never more than the whole.
func TestPlan(t *testing.T) {
	for memory := int64(128 << 20); memory < 1<<40; memory += memory / 7 {
		for _, threads := range []int{1, 2, 8, 64, 256} {
			for _, connections := range []int{1, 16, 128, 5000} {
				for _, body := range []int64{1 << 10, 1 << 20, 10 << 20, 300 << 20} {
					for _, more := range []bool{false, true} {
						d := Demand{Threads: threads, Connections: connections, MaxBody: body, Archives: more, Lists: more}
						p := NewPlan(memory, d)
						if p.Large == 0 {
							if memory >= LeastFor(body) {
								t.Errorf("%d MiB, %+v: no large answer, but %d are enough", memory>>20, d, LeastFor(body))
							}
							continue
						}
						data := work.Data(memory)
						if sum := p.Known + p.others(body); sum > data {
							t.Errorf("%d MiB, %+v: %+v takes %d of %d", memory>>20, d, p, sum, data)
						}
						if p.Known+p.Captures+2*p.Patterns+p.Rules+p.Sorts(memory) > data {
							t.Errorf("%d MiB, %+v: %+v leaves no memory for the sorts", memory>>20, d, p)
						}
						if p.Readers < 1 || p.Connections < 1 || p.Known < data/16 {
							t.Errorf("%d MiB, %+v: %+v", memory>>20, d, p)
						}
					}
				}
			}
		}
	}
}
