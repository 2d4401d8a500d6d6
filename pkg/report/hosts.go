package report

import (
	"fmt"
	"slices"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// hostSection names the best hosts, and shows the links between them.
var hostSection = Section{Name: "hosts", Title: "Hosts, and the links between them", Build: buildHosts}

const (
	topHosts  = 20
	hostsFile = "hosts.parquet"
	hostLinks = "host-links.parquet"
)

// host is a record of hosts.parquet.
type host struct {
	id             int32
	pages, in, out int64
	rank           float32
}

func buildHosts(f *Folder) (*Content, error) {
	c := &Content{}
	if !f.has(hostsFile, "hosts.txt") {
		return c, c.hosts(f)
	}
	var all, lonely int64
	sum := 0.0
	best := newTop(topHosts, func(a, b host) bool { return a.rank > b.rank || a.rank == b.rank && a.id < b.id })
	err := f.rows(hostsFile, func(r []parquetio.Value) error {
		h := host{int32(r[0].Number), r[1].Number, r[2].Number, r[3].Number, tuple.F32Value(int32(r[4].Number))}
		all++
		sum += float64(h.rank)
		if h.pages <= 1 {
			lonely++
		}
		best.add(h)
		return nil
	}, "id", "pages", "indegree", "outdegree", "pagerank")
	if err != nil || all == 0 {
		return nil, err
	}
	if lonely > 0 {
		c.finds(false, "%s of %s (%s) %s at most one known page.", count(lonely), plural(all, "host"),
			percent(share(lonely, all)), form(lonely, "has", "have"))
	}
	names, err := f.hostNames(best.list)
	if err != nil {
		return nil, err
	}
	t := &Table{
		Caption: fmt.Sprintf("The best %s by the PageRank of the graph of hosts", plural(int64(len(best.list)), "host")),
		Columns: slices.Concat(numbers("place"), words("host"),
			numbers("share of PageRank", "known pages", "in-degree", "out-degree")),
	}
	for i, h := range best.list {
		bar := float64(h.rank) / max(float64(best.list[0].rank), 1e-30)
		t.Rows = append(t.Rows, []Cell{{Text: fmt.Sprint(i + 1)}, {Text: names[i]},
			{Text: percent(float64(h.rank) / sum), Bar: bar},
			{Text: count(h.pages)}, {Text: count(h.in)}, {Text: count(h.out)}})
	}
	c.Blocks = []Block{{Table: t}}
	return c, c.add(f.hostFigure(best.list, names))
}

// hostNames are the names of some hosts, in their order.
func (f *Folder) hostNames(list []host) ([]string, error) {
	ids := make([]int32, len(list))
	for i, h := range list {
		ids[i] = h.id
	}
	lines, err := f.lines("hosts.txt", ids)
	names := make([]string, len(list))
	for i, h := range list {
		names[i] = visible(lines[h.id], 120)
	}
	return names, err
}

// hostFigure shows how many links lead from each of the best hosts to each other one.
func (f *Folder) hostFigure(best []host, names []string) (*Figure, error) {
	if !f.has(hostLinks) {
		return nil, nil
	}
	place := map[int32]int{}
	for i, h := range best {
		place[h.id] = i
	}
	m := &plot.Matrix{Title: "Links between the best hosts", Names: names, Cells: make([][]plot.Entry, len(best))}
	for i := range m.Cells {
		m.Cells[i] = make([]plot.Entry, len(best))
	}
	counts := make([][]int64, len(best))
	for i := range counts {
		counts[i] = make([]int64, len(best))
	}
	var all, own, shown, most int64
	err := f.rows(hostLinks, func(r []parquetio.Value) error {
		n := r[2].Number
		all += n
		if r[0].Number == r[1].Number {
			own += n
		}
		from, here := place[int32(r[0].Number)]
		to, there := place[int32(r[1].Number)]
		if here && there {
			counts[from][to] += n
			shown += n
			most = max(most, counts[from][to])
		}
		return nil
	}, "src", "dst", "links")
	if err != nil || most == 0 {
		return nil, err
	}
	limits := shadeLimits(most)
	t := &Table{Caption: m.Title, Columns: append(words("from", "to"), numbers("links")...)}
	for from := range counts {
		for to, n := range counts[from] {
			if n > 0 {
				m.Cells[from][to] = plot.Entry{Shade: shadeOf(n, limits),
					Label: fmt.Sprintf("%s → %s: %s", names[from], names[to], plural(n, "link"))}
				t.Rows = append(t.Rows, cells(names[from], names[to], count(n)))
			}
		}
	}
	finding := fmt.Sprintf("Each row is a host, each column one of the same hosts: the stronger the colour of a field, the more links lead from the row to the column. "+
		"Of all links, %s stay within a host; %s are between the hosts shown here, or within them.", percent(share(own, all)),
		percent(share(shown, all)))
	legend := shadeKeys(limits, most, "link", nil)
	return &Figure{Title: m.Title, Finding: finding, Matrix: m, Legend: legend, Data: t}, nil
}

// hosts is a table of the hosts with most pages. The ids of pages are in the order of their hosts, so one host at a time is
// counted; in another order nothing is said.
func (c *Content) hosts(f *Folder) error {
	if !f.has("hosts.txt", "page-host.t2") {
		return nil
	}
	best := newTop(topHosts, func(a, b host) bool { return a.pages > b.pages || a.pages == b.pages && a.id < b.id })
	var at host
	var all int64
	ordered := true
	err := f.each("page-host.t2", tuple.ID, func(_, of int32) error {
		if of != at.id {
			ordered = ordered && of > at.id
			best.add(at)
			at = host{id: of}
		}
		at.pages++
		all++
		return nil
	})
	best.add(at)
	if err != nil || !ordered || all == 0 {
		return err
	}
	whole, err := f.pages()
	if err != nil {
		return err
	}
	whole = max(whole, all)
	list := slices.DeleteFunc(best.list, func(h host) bool { return h.pages == 0 })
	names, err := f.hostNames(list)
	if err != nil {
		return err
	}
	t := &Table{Caption: "The hosts with the most known pages",
		Columns: append(words("host"), numbers("known pages", "share of all known")...)}
	for i, h := range list {
		s := share(h.pages, whole)
		t.Rows = append(t.Rows, []Cell{{Text: names[i]}, {Text: count(h.pages)},
			{Text: percent(s), Bar: share(h.pages, list[0].pages)}})
	}
	c.tables(t)
	if whole > all {
		c.Blocks = append(c.Blocks, Block{Text: "Not counted for any host: " + plural(whole-all,
			"known page") + " without a host, like those of file: URLs."})
	}
	return nil
}
