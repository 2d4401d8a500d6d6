package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// stepSection says how long each step took, and what the tools say of their memory.
var stepSection = Section{Name: "steps", Title: "Times and memory", Build: buildSteps, Fold: true}

func buildSteps(f *Folder) (*Content, error) {
	c := &Content{}
	err := c.times(f, "times.tsv", "All steps")
	if err == nil {
		err = c.times(f, thesis+"times.tsv", "All steps of the experiments")
	}
	if err == nil {
		err = c.tools(f)
	}
	return c, err
}

// times is what the steps of the chain took. A step that was made again counts as it was the last time.
func (c *Content) times(f *Folder, name, all string) error {
	if !f.has(name) {
		return nil
	}
	b, err := f.text(name)
	if err != nil {
		return err
	}
	took := map[string]float64{}
	var steps []string
	line := 0
	for text := range strings.Lines(string(b)) {
		line++
		step, number, _ := strings.Cut(strings.TrimRight(text, "\r\n"), "\t")
		number, _, _ = strings.Cut(number, "\t") // the name of the step may follow
		s, err := strconv.ParseFloat(number, 64)
		if err != nil || !(s >= 0 && s < 1e12) {
			return fmt.Errorf("%s: %q is not a number of seconds, at line %d", f.path(name), visible(number, 40), line)
		}
		if _, again := took[step]; !again {
			steps = append(steps, step)
		}
		took[step] = s
	}
	if len(steps) == 0 {
		return nil
	}
	most, sum, longest := 0.0, 0.0, steps[0]
	for _, step := range steps {
		sum += took[step]
		if took[step] > most {
			most, longest = took[step], step
		}
	}
	caption := "What each step took, as last run"
	if whole := len(steps); whole > mostSteps {
		slices.SortStableFunc(steps, func(a, b string) int { return cmp.Compare(took[b], took[a]) })
		steps = steps[:mostSteps]
		caption = fmt.Sprintf("The %d longest of %d steps, as last run", mostSteps, whole)
	}
	t := &Table{Caption: caption, Columns: append(words("step"), numbers("time, by the clock", "share")...)}
	for _, step := range steps {
		bar := 0.0
		if most > 0 {
			bar = took[step] / most
		}
		t.Rows = append(t.Rows, []Cell{{Text: visible(step, 200)}, {Text: seconds(took[step]), Bar: bar},
			{Text: percent(took[step] / max(sum, 1e-9))}})
	}
	text := fmt.Sprintf("%s together took %s, the longest, “%s”, %s.", all, seconds(sum), visible(longest, 200), seconds(most))
	c.Blocks = append(c.Blocks, Block{Text: text}, Block{Table: t})
	return nil
}

// mostSteps is how many are shown.
const mostSteps = 25

// makers are the files in which the steps of the chain keep their figures (-stats), and the tools that write them.
var makers = map[string]string{
	"absent.json":           "extsort",
	"clusters.json":         "cluster",
	"content-pagerank.json": "pagerank",
	"content-tau.json":      "kendall",
	"content.json":          "main-content",
	"documents.json":        "extract-text",
	"extract.json":          "extract-links",
	"host-pagerank.json":    "pagerank",
	"krank.json":            "krank",
	"layers.json":           "bfs-layers",
	"link-groups.json":      "link-groups",
	"links-by-dst.json":     "extsort",
	"links.json":            "extsort",
	"mentions.json":         "findnames",
	"nav-links.json":        "nav-links",
	"numbers.json":          "bfs-number",
	"pagerank.json":         "pagerank",
	"pages.json":            "undict",
	"people.json":           "people",
	"relevance-model.json":  "relevance",
	"relevance-ways.json":   "relevance",
	"relevance.json":        "relevance",
	"sitemap.json":          "sitemap",
	"tau.json":              "kendall",
	"to-judge.json":         "sample",
	"urls.json":             "dict",
	"weights.json":          "tfidf",
	"words.json":            "terms",
}

// ofExperiments are the files in which the experiments keep theirs.
var ofExperiments = regexp.MustCompile(`^` + thesis + `(by-dst|layers|order|order-[a-z-]+|[pk]r-[0-9.]+)\.json$`)

// holdsFigures says whether a file of this name holds figures of a step.
func holdsFigures(name string) bool { return makers[name] != "" || ofExperiments.MatchString(name) }

// stats is what every tool writes by -stats.
type stats struct {
	Tool    string
	Seconds float64
	RowsIn  int64 `json:"rows_in"`
	RowsOut int64 `json:"rows_out"`
	In      int64 `json:"bytes_in"`
	Out     int64 `json:"bytes_out"`
	Peak    int64 `json:"peak_memory"`
}

// tools is a table of the statistics that are in the folder.
func (c *Content) tools(f *Folder) error {
	t := &Table{
		Caption: "What the tools say of themselves",
		Columns: append(words("statistics", "tool"), numbers("time", "memory at most", "read", "written",
			"records read", "records written")...),
	}
	most := int64(0)
	var names []string
	var list []stats
	for _, name := range slices.Concat(f.glob("*.json"), f.glob(thesis+"*.json")) {
		if !holdsFigures(name) {
			f.left = append(f.left, name+": no step of the chain writes a file of this name")
			continue
		}
		var s stats
		ok, err := f.object(name, &s)
		if err != nil {
			return err
		}
		if ok && s.Tool != "" {
			names, list = append(names, name), append(list, s)
			most = max(most, s.Peak)
		}
	}
	for i, s := range list {
		t.Rows = append(t.Rows, []Cell{{Text: visible(names[i], 80)}, {Text: visible(s.Tool, 40)}, {Text: seconds(s.Seconds)},
			{Text: size(s.Peak), Bar: share(s.Peak, most)}, {Text: size(s.In)}, {Text: size(s.Out)}, {Text: count(s.RowsIn)},
			{Text: count(s.RowsOut)}})
	}
	c.tables(t)
	return nil
}
