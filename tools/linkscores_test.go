package tools_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// linkScores runs scripts/link-scores.awk on two files with these names and texts.
func linkScores(t *testing.T, scoresName, scores, linksName, links string) (out, said string, err error) {
	t.Helper()
	script, err := filepath.Abs("../scripts/link-scores.awk")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("awk", "-f", script, scoresName, linksName)
	cmd.Dir = t.TempDir()
	for name, text := range map[string]string{scoresName: scores, linksName: links} {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b, err := cmd.Output()
	return string(b), string(stderrOf(err)), err
}

// TestLinkScores: an example by hand, what does not change it, and what is refused.
//
// a is relevant, and so is c; b is not. The targets that have a score: of a, they are b and c; of b, it is a; c has none.
//
//	usual worth: of a (0.5 + 4 · 1) / (2 + 4) = 3/4, of c (0.5 + 4 · 0.5) / (2 + 4) = 5/12, of b (1 + 4 · 0) / (1 + 4) = 1/5
//	worth: of a (0.5 + 2 · 3/4) / (2 + 2) = 1/2, of c 2 · 5/12 / 2 = 5/12, of b (1 + 2 · 1/5) / (1 + 2) = 7/15
//	scores: x from a and b, (1/2 + 7/15 + 2/4) / (2 + 2) = 11/30; y from b and c, (7/15 + 5/12 + 2/4) / (2 + 2) = 83/240
func TestLinkScores(t *testing.T) {
	t.Parallel()
	const (
		scores = "a\t1\nb\t0\nc\t5e-1\n"
		links  = "a\tb\na\tc\na\tx\nb\ta\nb\tx\nb\ty\nc\ty\n"
		want   = "x\t0.366667\ny\t0.345833\n"
		bad    = "link-scores.awk: scores: line 2 is not a URL, a TAB and a score from 0 to 1\n"
	)
	crlf := strings.NewReplacer("\n", "\r\n")
	for name, c := range map[string]struct{ scoresName, scores, linksName, links, want, fails string }{
		"by hand":            {"scores", scores, "links", links, want, ""},
		"a link to itself":   {"scores", scores, "links", links + "c\tc\nx\tx\n", want, ""},
		"a link twice":       {"scores", scores, "links", "a\tx\na\tb\n" + links, want, ""},
		"no score":           {"scores", scores, "links", links + "x\tz\n", want, ""},
		"a page alone":       {"scores", scores, "links", links + "b\nq\n", want, ""},
		"anchors":            {"scores", scores, "links", links + "a\tx\tlink\t7\ttext\n", want, ""},
		"CRLF":               {"scores", crlf.Replace(scores), "links", crlf.Replace(links), want, ""},
		"a small one, CRLF":  {"scores", "a\t4e-1\r\n", "links", "a\tx\r\n", "x\t0.300000\n", ""}, // as text it would be above 0.5
		"blank and remark":   {"scores", "# of today\n\n" + scores, "links", links, want, ""},
		"names with =":       {"a=scores", scores, "OFS=links", links, want, ""},
		"no SCORES":          {"scores", "", "links", links, "", ""},
		"no LINKS":           {"scores", scores, "links", "", "", ""},
		"only fetched pages": {"scores", scores, "links", "a\tb\n", "", ""},
		"above 1":            {"scores", "a\t1\nb\t1.5\n", "links", links, "", bad},
		"below 0":            {"scores", "a\t1\nb\t-1\n", "links", links, "", bad},
		"no number":          {"scores", "a\t1\nb\tnan\n", "links", links, "", bad},
		"a blank":            {"scores", "a\t1\nb 1\n", "links", links, "", bad},
		"one file":           {"scores", scores, "scores", scores, "", "link-scores.awk: two files are needed: SCORES LINKS\n"},
	} {
		out, said, err := linkScores(t, c.scoresName, c.scores, c.linksName, c.links)
		if strings.Join(slices.Sorted(strings.Lines(out)), "") != c.want || said != c.fails || (err == nil) != (c.fails == "") {
			t.Errorf("%s: %v\n%s%s, not\n%s%s", name, err, out, said, c.want, c.fails)
		}
	}
}

// TestLinkScoresTwin: on random webs the scores are those of plain loops over the set of links.
func TestLinkScoresTwin(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 3))
	found := 0
	for range 40 {
		n := 2 + r.IntN(12)
		scores, links := map[int]float64{}, map[[2]int]bool{}
		var scoreLines, linkLines strings.Builder
		for page := range n {
			if r.IntN(2) == 0 {
				scores[page] = float64(r.IntN(9)) / 8
				fmt.Fprintf(&scoreLines, "%d\t%g\n", page, scores[page])
			}
		}
		for range r.IntN(5 * n) {
			link := [2]int{r.IntN(n), r.IntN(n)}
			links[link] = true
			fmt.Fprintf(&linkLines, "%d\t%d\n", link[0], link[1])
		}
		out, said, err := linkScores(t, "scores", scoreLines.String(), "links", linkLines.String())
		if err != nil {
			t.Fatal(err, said)
		}
		got, want := map[string]float64{}, scoresOfLinks(n, scores, links)
		for line := range strings.Lines(out) {
			url, score, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if got[url], err = strconv.ParseFloat(score, 64); err != nil {
				t.Error(err)
			}
		}
		found += len(got)
		same := len(got) == len(want)
		for page, score := range want {
			same = same && math.Abs(got[strconv.Itoa(page)]-score) < 1e-6
		}
		if !same {
			t.Fatalf("scores\n%slinks\n%sgive %v, not %v", &scoreLines, &linkLines, got, want)
		}
	}
	if found < 40 {
		t.Errorf("only %d scores were compared", found)
	}
}

// scoresOfLinks are the scores of those of n pages that wait, by the rules at the head of the script.
func scoresOfLinks(n int, scores map[int]float64, links map[[2]int]bool) map[int]float64 {
	// scored are the scores of the targets of a page, without the page itself.
	scored := func(page int) (list []float64) {
		for target := range n {
			if score, known := scores[target]; known && target != page && links[[2]int{page, target}] {
				list = append(list, score)
			}
		}
		return list
	}
	mean := func(list []float64, more int, of float64) float64 {
		for range more {
			list = append(list, of)
		}
		sum := 0.0
		for _, x := range list {
			sum += x
		}
		return sum / float64(len(list))
	}
	worth := func(page int) float64 {
		var class []float64
		for other, score := range scores {
			if (score >= 0.5) == (scores[page] >= 0.5) {
				class = append(class, scored(other)...)
			}
		}
		return mean(scored(page), 2, mean(class, 4, scores[page]))
	}
	found := map[int]float64{}
	for target := range n {
		var worths []float64
		for page := range scores {
			if links[[2]int{page, target}] {
				worths = append(worths, worth(page))
			}
		}
		if _, fetched := scores[target]; !fetched && worths != nil {
			found[target] = mean(worths, 2, 0.25)
		}
	}
	return found
}
