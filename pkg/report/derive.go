package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ErrTable says which tables can be derived.
var ErrTable = errors.New("the tables that follow from others are share-100, share-50, claims and strategies=NAMES")

// Derive writes a table of the experiments, as text, that follows from the others in the folder: "share-100",
// "share-50", "claims", or "strategies=" and their names.
func Derive(w io.Writer, f *Folder, table string) error {
	if err := f.list(); err != nil {
		return err
	}
	d := &derivation{folder: f, sheets: map[string]*sheet{}}
	names, compares := strings.CutPrefix(table, "strategies=")
	switch {
	case table == "share-100":
		d.shares(100)
	case table == "share-50":
		d.shares(50)
	case table == "claims":
		d.claims()
	case compares:
		d.strategies(strings.Fields(names))
	default:
		return fmt.Errorf("%w: not %q", ErrTable, table)
	}
	for _, row := range d.table {
		if d.err == nil {
			_, d.err = fmt.Fprintln(w, strings.Join(row, "\t"))
		}
	}
	return d.err
}

// derivation makes a table from others. It keeps the text of their fields. After an error, err, all columns are empty.
type derivation struct {
	folder *Folder
	sheets map[string]*sheet // the tables it has read
	table  [][]string
	err    error
}

func (d *derivation) add(row ...string) { d.table = append(d.table, row) }

// columns are some columns of the table NAME.tsv, line by line.
func (d *derivation) columns(name string, columns ...string) [][]string {
	s := d.sheets[name]
	if s == nil && d.err == nil {
		s, d.err = d.folder.sheet(name + ".tsv")
		d.sheets[name] = s
	}
	for _, column := range columns {
		if d.err == nil && column != "strategy" {
			_, d.err = s.numbers(column)
		}
	}
	if d.err != nil {
		return nil
	}
	rows := make([][]string, len(s.rows))
	for _, column := range columns {
		for r, text := range s.texts(column) {
			rows[r] = append(rows[r], text)
		}
	}
	return rows
}

// known are the lines in which none of the columns is nan or empty.
func (d *derivation) known(name string, columns ...string) [][]string {
	return slices.DeleteFunc(d.columns(name, columns...), func(row []string) bool {
		return slices.ContainsFunc(row, func(text string) bool { return math.IsNaN(value(text)) })
	})
}

// cell is the field in the line of a key, which stands in the first column, or "".
func (d *derivation) cell(name, key, column string) string {
	for r, row := range d.columns(name, column) {
		if d.sheets[name].rows[r][0] == key {
			return row[0]
		}
	}
	return ""
}

// area is that under a curve, both axes from 0 to 1. It has no value if a point has none.
func (d *derivation) area(name, column string) string {
	sum, x, y := 0.0, 0.0, 0.0
	for i, row := range d.columns(name, "percent", column) {
		nextX, nextY := value(row[0]), value(row[1])
		if i > 0 {
			sum += float64((nextX-x)*(nextY+y)) / 200 // float64: the same on every machine
		}
		x, y = nextX, nextY
	}
	return strings.ToLower(fmt.Sprintf("%.4f", sum))
}

// shares says how stable the ranks are when a share of the importance is collected, of the whole crawl or its half.
func (d *derivation) shares(whole int) {
	d.add("phase", "share_krank", "krank", "share_pagerank", "pagerank")
	for _, row := range d.columns(fmt.Sprint("stability-", whole), "phase", "krank", "pagerank") {
		at := fmt.Sprint(value(row[0]) * 100 / float64(whole)) // 10 % of all are 20 % of the half
		collected := func(score string) string { return d.cell(fmt.Sprintf("accumulate-%s-%d", score, whole), at, "order") }
		d.add(row[0], collected("krank"), row[1], collected("pagerank"), row[2])
	}
}

// strategies says what some strategies collect when, and how stable the ranks are then.
func (d *derivation) strategies(names []string) {
	head, taus := append([]string{"strategy"}, figures...), []string(nil)
	for _, phase := range []string{"10", "20", "50"} {
		if len(names) > 0 && d.cell("stability-by-"+names[0], phase, "phase") != "" {
			head, taus = append(head, "tau"+phase), append(taus, phase)
		}
	}
	d.add(head...)
	for _, name := range names {
		curve, stability, statistics := "strategy-"+name, "stability-by-"+name, "order-"+name+".json"
		var s stats
		if ok, err := d.folder.object(statistics, &s); !ok {
			d.err = cmp.Or(d.err, err, fmt.Errorf("%s: holds no statistics", d.folder.path(statistics)))
		}
		half := ""
		if i := slices.IndexFunc(d.columns(curve, "order"), func(row []string) bool { return value(row[0]) >= 0.5 }); i >= 0 {
			half = d.columns(curve, "percent")[i][0]
		}
		row := []string{name, d.area(curve, "order"), d.area("krank-by-"+name, "order"), d.cell(curve, "10", "order"),
			d.cell(curve, "50", "order"),
			half, fmt.Sprintf("%.2f", s.Seconds), fmt.Sprint(s.Peak)}
		for _, phase := range taus {
			row = append(row, d.cell(stability, phase, "pagerank"))
		}
		d.add(row...)
	}
}

// claims judges what the thesis found. What is nan or missing has no value, and no claim is judged by it.
func (d *derivation) claims() {
	d.add("claim", "value", "holds", "explanation")
	d.rankClaims()
	d.curveClaims()
	d.strategyClaims()
}

// rankClaims judges how the ranks agree at the phases of the crawl.
func (d *derivation) rankClaims() {
	taus, found, least := d.known("correlation", "tau_rated"), "", ""
	slices.SortFunc(taus, func(a, b []string) int {
		return cmp.Or(cmp.Compare(value(a[0]), value(b[0])),
			cmp.Compare(a[0], b[0]))
	})
	if n := len(taus); n > 0 {
		least = taus[0][0]
		found = fmt.Sprintf("tau %s to %s over the rated pages", least, taus[n-1][0])
		if n < len(d.columns("correlation", "tau_rated")) {
			found += fmt.Sprintf(" at %s, with no value at the others", plural(int64(n), "phase"))
		}
	}
	d.add("PageRank and K-Rank are correlated at every phase", found, moreThan(least, "0.5"),
		"thesis: 0.69 to 0.76 (cz), 0.81 to 0.82 (eu), 0.76 to 0.80 (uk); here more than 0.5 counts as correlated")

	const stability = "stability-100"
	ranks, falls := d.known(stability, "pagerank"), 0
	for i := 1; i < len(ranks); i++ {
		if value(ranks[i][0]) < value(ranks[i-1][0]) {
			falls++
		}
	}
	d.add("the longer the crawl, the nearer its ranking to the final one",
		fmt.Sprintf("falls at %d of the phases; tau %s at 50 %% over all pages, %s over the rated ones", falls,
			d.cell(stability, "50", "pagerank"), d.cell(stability, "50", "pagerank_rated")),
		mostly(len(ranks)-1-falls, len(ranks)-1, 0), "thesis: rises at every phase; 0.918 to 0.941 at 50 %")

	both, stable := d.known(stability, "pagerank", "krank"), 0
	for _, row := range both {
		if value(row[0]) >= value(row[1]) {
			stable++
		}
	}
	d.add("PageRank is at least as stable as K-Rank", fmt.Sprintf("at %d of %d phases", stable, len(both)),
		mostly(stable, len(both), 0.5), "thesis: at all phases of cz and uk, at 18 of 20 of eu")
}

// curveClaims judges what the order and the best possible one collect.
func (d *derivation) curveClaims() {
	order := "the given order"
	if d.folder.has("order.json") { // of the tool that has numbered the pages
		order = "breadth first"
	}
	areas := func(column string) (pagerank, krank, both string) {
		pagerank, krank = d.area("accumulate-pagerank-100", column), d.area("accumulate-krank-100", column)
		return pagerank, krank, fmt.Sprintf("area %s, of PageRank %s", krank, pagerank)
	}
	pagerank, krank, areasText := areas("order")
	d.add(order+" collects PageRank faster than a random order", "area "+pagerank+", random 0.5", moreThan(pagerank, "0.5"),
		"thesis: 0.567 (cz), 0.566 (eu), 0.527 (uk)")
	d.add("K-Rank is spread more evenly: "+order+" collects it more slowly", areasText, moreThan(pagerank, krank),
		"thesis: 0.527, 0.526, 0.514 of K-Rank")
	pagerank, krank, areasText = areas("max")
	d.add("the best possible order collects K-Rank more slowly than PageRank", areasText, atMost(krank, pagerank),
		"thesis: 0.601 and 0.623 (cz), 0.619 and 0.635 (eu), 0.547 and 0.555 (uk)")

	if d.folder.has("accumulate-pagerank-50.tsv") {
		gap := 0.0
		for _, row := range d.columns("accumulate-pagerank-100", "percent", "order") {
			// NaN if one of them is
			gap = max(gap, math.Abs(value(row[1])-value(d.cell("accumulate-pagerank-50", row[0], "order"))))
		}
		differs := strings.ToLower(fmt.Sprintf("%.3f", gap))
		d.add("half of the crawl gives nearly the same curve", "differs by at most "+differs, atMost(differs, "0.04"),
			"thesis: never by more than 0.04")
	}
}

// strategyClaims judges what the survey of the thesis says about strategies, as far as several of them have been compared.
func (d *derivation) strategyClaims() {
	all := d.columns("strategies", "strategy", "area_pagerank")
	slices.SortFunc(all, func(a, b []string) int {
		return cmp.Or(cmp.Compare(value(b[1]), value(a[1])),
			cmp.Compare(a[0], b[0]))
	})
	compared := map[string]bool{}
	var names, areas []string
	for _, row := range all {
		compared[row[0]] = len(all) > 1
		names, areas = append(names, strings.Join(row, " ")), append(areas, row[1])
	}
	of := func(strategy, column string) string { return d.cell("strategies", strategy, column) }
	if compared["omniscient"] {
		d.add("among the strategies, the omniscient one collects most", strings.Join(names, ", "),
			judged(all[0][0] == "omniscient", areas...),
			"survey of the thesis: the best until about 70 % of the crawl; these are areas under the curves of PageRank")
	}
	if compared["opic"] && compared["partial"] {
		opic, partial := of("opic", "area_pagerank"), of("partial", "area_pagerank")
		d.add("OPIC collects more than partial PageRank", "area "+opic+", partial PageRank "+partial, moreThan(opic, partial),
			"survey of the thesis: better than partial importance, beaten only by the omniscient strategy")
	}
	if compared["sites"] && compared["bfs"] {
		sites, bfs := of("sites", "share10"), of("bfs", "share10")
		d.add("larger sites first is worse in the beginning",
			sites+" of PageRank after 10 %, breadth first "+bfs, moreThan(bfs, sites),
			"survey of the thesis: worse in the first half, leading at the end")
	}
}

const noValue = "no value"

// value is the number in a field, or NaN.
func value(text string) float64 {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return math.NaN()
}

// judged is the answer to a question: holds, or that there is none, because one of the values is missing or nan.
func judged(holds bool, values ...string) string {
	switch {
	case slices.ContainsFunc(values, func(text string) bool { return math.IsNaN(value(text)) }):
		return noValue
	case holds:
		return "yes"
	}
	return "no"
}

// moreThan judges that a > b.
func moreThan(a, b string) string { return judged(value(a) > value(b), a, b) }

// atMost judges that a <= b.
func atMost(a, b string) string { return judged(value(a) <= value(b), a, b) }

// mostly judges what holds n times of some: partly, if that is at least a share of them.
func mostly(n, of int, share float64) string {
	switch {
	case of <= 0:
		return noValue
	case n == of:
		return "yes"
	case float64(n) >= share*float64(of):
		return "partly"
	}
	return "no"
}
