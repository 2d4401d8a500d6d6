package byline

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"webmill/pkg/realdata"
)

// gold is what people say of a page of WCXB.
type gold struct {
	URL   string `json:"url"`
	Truth struct {
		Title  string `json:"title"`
		Author string `json:"author"`
		Date   string `json:"publish_date"`
	} `json:"ground_truth"`
	Internal struct {
		Type struct {
			Primary string `json:"primary"`
		} `json:"page_type"`
	} `json:"_internal"`
}

// score counts the pages of a field.
type score struct{ with, right, wrong, without, invented int }

func (s *score) add(want, got string, equal bool) {
	switch {
	case want == "":
		s.without++
		if got != "" {
			s.invented++
		}
	default:
		s.with++
		if equal {
			s.right++
		} else if got != "" {
			s.wrong++
		}
	}
}

func (s *score) share() float64 { return float64(s.right) / float64(max(s.with, 1)) }

// TestQuality: the bylines of real pages, against those that people gave them.
func TestQuality(t *testing.T) {
	const pack = "boilerplate/wcxb-dev.tar.zst"
	golds := map[string]gold{}
	realdata.Each(t, pack, ".json", func(name string, body []byte) {
		var g gold
		if json.Unmarshal(body, &g) == nil {
			golds[strings.TrimSuffix(path.Base(name), ".json")] = g
		}
	})
	var title, articles, alike, author, shared, date score
	r := NewReader()
	log := os.Getenv("BYLINE_LOG") // which misses to show
	realdata.EachHTML(t, pack, func(name string, body []byte) {
		id := strings.TrimSuffix(path.Base(name), ".html")
		g, ok := golds[id]
		if !ok {
			return
		}
		b, ok := r.Read(body, "text/html; charset=utf-8", []byte(g.URL))
		if !ok {
			t.Fatal(id)
		}
		miss := func(field, want, got string, is bool) bool {
			if !is && log == field {
				t.Logf("%s: %q, not %q", id, got, want)
			}
			return is
		}
		want := g.Truth
		title.add(want.Title, string(b.Title), miss("title", want.Title, string(b.Title),
			plain(want.Title) == plain(string(b.Title))))
		if g.Internal.Type.Primary == "article" {
			articles.add(want.Title, string(b.Title), plain(want.Title) == plain(string(b.Title)))
		}
		alike.add(want.Title, string(b.Title), common([]byte(want.Title), b.Title) >= 0.5)
		names, found := namesOf(want.Author), namesOf(string(b.Author))
		author.add(want.Author, string(b.Author), miss("author", want.Author, string(b.Author), slices.Equal(names, found)))
		shared.add(want.Author, string(b.Author), slices.ContainsFunc(names,
			func(n string) bool { return slices.Contains(found, n) }))
		day := string(b.Date[:min(len(b.Date), 10)])
		date.add(want.Date, day, miss("date", want.Date, string(b.Date), day == want.Date[:min(len(want.Date), 10)]))
	})
	for _, f := range []struct {
		name  string
		score *score
		least float64
	}{{"title", &title, 0.78}, {"title of articles", &articles, 0.80}, {"half of the title", &alike, 0.85},
		{"author", &author, 0.70}, {"one of the authors", &shared, 0.71}, {"date", &date, 0.80}} {
		t.Logf("%-20s %.1f %% of %d, %d wrong; invented on %d of %d", f.name, 100*f.score.share(), f.score.with, f.score.wrong,
			f.score.invented, f.score.without)
		if f.score.share() < f.least {
			t.Errorf("%s: %.3f, less than %.2f", f.name, f.score.share(), f.least)
		}
	}
}

// plain is a text in lower case without all but letters and digits.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// namesOf are the names in a list, in order, without what makes no difference.
func namesOf(list string) (names []string) {
	for _, n := range strings.FieldsFunc(strings.ReplaceAll(list, " and ", ","),
		func(r rune) bool { return strings.ContainsRune(",;&", r) }) {
		if isDegree([]byte(strings.Trim(n, " ."))) {
			continue
		}
		if n = plain(n); n != "" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}
