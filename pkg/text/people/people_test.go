package people

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

func hostOf(url []byte) []byte { return urls.Host(url) }

func utf8Valid(s string) bool { return utf8.ValidString(s) }

// said is a mention, as findnames writes it.
type said struct {
	ID     int      `json:"id"`
	URL    string   `json:"url"`
	Field  string   `json:"field"`
	Offset int      `json:"offset"`
	Name   string   `json:"name"`
	Titles []string `json:"titles,omitempty"`
	Role   string   `json:"role,omitempty"`
}

// corpus is an input.
type corpus struct {
	mentions, anchors []said
	lengths           tupletest.Pairs[[2]int32]
	ranks             tupletest.Pairs[[2]int32] // nil: none
}

// source are mentions as lines.
func source(mentions []said) document.Source {
	var b bytes.Buffer
	for _, m := range mentions {
		line, _ := json.Marshal(m)
		b.Write(append(line, '\n'))
	}
	return document.NewLines(document.Input{Name: "mentions", Reader: &b})
}

// result is all that was written.
type result struct {
	persons []Person
	pages   []Page
}

// join joins the mentions of a corpus.
func (c *corpus) join(opt Options) (r result, s *Stats, err error) {
	in := Input{Mentions: source(c.mentions), Lengths: c.lengths.Input("lengths")}
	if c.anchors != nil {
		in.Anchors = source(c.anchors)
	}
	if c.ranks != nil {
		in.Ranks = c.ranks.Input("ranks")
	}
	return joinAll(in, opt)
}

func joinAll(in Input, opt Options) (r result, s *Stats, err error) {
	s, err = Join(in, opt, Output{
		Person: func(p *Person) error {
			q := *p
			q.Home, q.Score = bytes.Clone(p.Home), bytes.Clone(p.Score)
			q.Titles, q.Roles = bytes.Clone(p.Titles), bytes.Clone(p.Roles)
			r.persons = append(r.persons, q)
			return nil
		},
		Page: func(p *Page) error {
			q := *p
			q.URL, q.TFIDF, q.BM25, q.Score = bytes.Clone(p.URL), bytes.Clone(p.TFIDF), bytes.Clone(p.BM25), bytes.Clone(p.Score)
			q.Reasons = bytes.Clone(p.Reasons)
			r.pages = append(r.pages, q)
			return nil
		},
	})
	return r, s, err
}

// options are those by default: each host is a site.
func options() Options {
	return Options{
		Host: urls.Host, Site: func(host []byte) []byte { return host }, Order: ByScore, Home: DefaultHome, K: 1.75, B: 0.75,
		Room: work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS},
	}
}

// thesisCorpus is the example of section 5 of the specification.
func thesisCorpus() *corpus {
	page := func(id int) string { return fmt.Sprintf("http://x.test/D%d", id) }
	c := &corpus{lengths: tupletest.Pairs[[2]int32]{{1, 100}, {2, 50}, {3, 150}, {4, 100}}}
	for _, m := range []struct {
		name string
		id   int
	}{{"A", 1}, {"A", 1}, {"A", 1}, {"A", 2}, {"B", 2}, {"B", 3}, {"B", 3}} {
		c.mentions = append(c.mentions, said{ID: m.id, URL: page(m.id), Field: "text", Offset: len(c.mentions), Name: m.name})
	}
	return c
}

func TestScoresOfThesis(t *testing.T) {
	for order, want := range map[Order]string{
		ByBM25:  "A D1 3 3.000000 1.736842\nA D2 1 1.000000 1.313433\nB D2 1 1.000000 1.313433\nB D3 2 2.000000 1.248227\n",
		ByTFIDF: "A D1 3 3.000000 1.736842\nA D2 1 1.000000 1.313433\nB D3 2 2.000000 1.248227\nB D2 1 1.000000 1.313433\n",
	} {
		for _, exact := range []bool{false, true} {
			opt := options()
			opt.Order, opt.Exact = order, exact
			r, _, err := thesisCorpus().join(opt)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, p := range r.pages {
				got += fmt.Sprintf("%s %s %d %s %s\n", p.Name, p.URL[len("http://x.test/"):], p.TF, p.TFIDF, p.BM25)
			}
			if got != want {
				t.Errorf("%s:\n%s, not\n%s", order, got, want)
			}
		}
	}
}

// TestVariants: what is joined, and what is not.
func TestVariants(t *testing.T) {
	for _, c := range []struct {
		does string
		said string // names; / ends a page
		want string // persons, with their mentions
	}{
		{"short forms", "John Smith, J. Smith / Prof. John Smith, Johnny / SMITH, JOHN", "John Smith 4; Johnny 1"},
		{"an initial that may be two", "John Smith / Jack Smith / J. Smith", "J. Smith 1; Jack Smith 1; John Smith 1"},
		{"an initial beside one of two", "John Smith, J. Smith / Jack Smith", "Jack Smith 1; John Smith 2"},
		{"a surname alone", "John Smith, Smith / Smith", "John Smith 2; Smith 1"},
		{"a surname of two", "John Smith, Smith, Mary Smith", "John Smith 1; Mary Smith 1; Smith 1"},
		{"a surname of one in two forms", "John Smith, J. P. Smith, Smith", "John Smith 3"},
		{"a first name alone", "Ankit Patel, Ankit, Ankit / Ankit", "Ankit Patel 3; Ankit 1"},
		{"a first name of two", "Ankit Patel, Ankit Shah, Ankit", "Ankit 1; Ankit Patel 1; Ankit Shah 1"},
		{"a nickname alone", "William Gates, Bill", "William Gates 2"},
		{"middle names that differ", "John P. Smith / John Q. Smith / John Smith",
			"John P. Smith 1; John Q. Smith 1; John Smith 1"},
		{"middle names that fit", "John P. Smith / John Paul Smith / John Smith", "John Paul Smith 3"},
		{"particles", "Ludwig van Beethoven / L. Beethoven", "Ludwig van Beethoven 2"},
	} {
		var in corpus
		for id, page := range strings.Split(c.said, " / ") {
			in.lengths = append(in.lengths, [2]int32{int32(id), 10})
			for i, name := range strings.Split(page, ", ") {
				if name == "SMITH" || name == "JOHN" { // a name with a comma
					name = "SMITH, JOHN"
					if i > 0 {
						continue
					}
				}
				in.mentions = append(in.mentions, said{ID: id, URL: fmt.Sprintf("http://x.test/%d", id), Field: "text",
					Offset: i, Name: name})
			}
		}
		r, _, err := in.join(options())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range r.persons {
			got = append(got, fmt.Sprintf("%s %d", p.Name, p.Mentions))
		}
		want := strings.Split(c.want, "; ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", c.does, got, want)
		}
	}
}

// TestSites: names of different sites are different persons.
func TestSites(t *testing.T) {
	c := corpus{lengths: tupletest.Pairs[[2]int32]{{0, 1}, {1, 1}}, mentions: []said{
		{ID: 0, URL: "http://a.x.test/", Field: "text", Name: "John Smith"},
		{ID: 1, URL: "http://b.x.test/", Field: "text", Name: "J. Smith"},
	}}
	for persons, site := range map[int]func([]byte) []byte{
		2: options().Site,
		1: func([]byte) []byte { return nil },
	} {
		opt := options()
		opt.Site = site
		r, _, err := c.join(opt)
		if err != nil || len(r.persons) != persons {
			t.Errorf("%d persons, not %d, %v", len(r.persons), persons, err)
		}
		if persons == 1 && r.persons[0].Hosts != 2 {
			t.Errorf("%d hosts, not 2", r.persons[0].Hosts)
		}
	}
}

// TestDifferentRuns: mentions of different runs are an error.
func TestDifferentRuns(t *testing.T) {
	at := func(id int, url string) said { return said{ID: id, URL: url, Field: "text", Name: "John Smith"} }
	lengths := tupletest.Pairs[[2]int32]{{1, 5}, {2, 5}}
	for want, c := range map[string]*corpus{
		"document 1 has two URLs, http://x.test/a and http://x.test/b": {
			mentions: []said{at(1, "http://x.test/a"), at(1, "http://x.test/b")}, lengths: lengths},
		"http://x.test/a is the URL of two documents, 1 and 2": {
			mentions: []said{at(2, "http://x.test/a"), at(1, "http://x.test/a")}, lengths: lengths},
		"lengths: has no length of document 3, http://x.test/a": {mentions: []said{at(3, "http://x.test/a")}, lengths: lengths},
		"the length of document 2 is -5": {
			mentions: []said{at(1, "http://x.test/a")}, lengths: tupletest.Pairs[[2]int32]{{1, 5}, {2, -5}}},
		"not sorted": {
			mentions: []said{at(1, "http://x.test/a")}, lengths: tupletest.Pairs[[2]int32]{{2, 5}, {1, 5}}},
	} {
		if _, _, err := c.join(options()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}

// TestNoLength: a document of no words has no names, and one of a word has not 23.
func TestNoLength(t *testing.T) {
	for length, want := range []string{"is 0, but it has names", "is 1, but its text has 23 names", ""} {
		c := &corpus{lengths: tupletest.Pairs[[2]int32]{{1, int32(length)}, {2, 5}}}
		for i := range 23 {
			c.mentions = append(c.mentions, said{ID: 1, URL: "http://x.test/a", Field: "text", Offset: 9 * i, Name: "Ann Lee"})
		}
		want = "lengths: the length of document 1, http://x.test/a, " + want
		_, _, err := c.join(options())
		if said := err != nil && strings.Contains(err.Error(), want); said != (length < 2) || length == 2 && err != nil {
			t.Errorf("%v, not %q", err, want)
		}
	}
}

// TestDamaged: lines that are no mentions are counted, and the first is told.
func TestDamaged(t *testing.T) {
	whole := `{"id":1,"url":"http://x.test/","field":"text","offset":0,"length":4,"name":"John Smith","titles":"Dr.","p":0.5,` +
		`"role":["dean","chair"],"reason":{"a":[1]}}`
	lines := func(text string) document.Source {
		return document.NewLines(document.Input{Name: "m", Reader: strings.NewReader(text)})
	}
	for line, want := range map[string]string{
		`{"id":1,"url":"http://x.test/","name":"John`: "the object is cut off",
		`[1]`: "no object",
		`{"url":"http://x.test/","name":"John Smith"}`:                                "has no id",
		`{"id":1,"name":"John Smith"}`:                                                "has no url",
		`{"id":1,"url":"http://x.test/"}`:                                             "has no name",
		`{"id":1,"url":"x.test","name":"John Smith"}`:                                 "its url is none",
		`{"id":-1,"url":"http://x.test/","name":"John Smith"}`:                        "id: a number must be",
		`{"id":1,"url":["http://x.test/"],"name":"John Smith"}`:                       "url: is no string",
		`{"id":1,"url":"http://x.test/","name":"John\tSmith"}`:                        "control bytes",
		`{"id":1,"url":"http://x.test/","name":"John Smith","titles":[1]}`:            "titles: is no string",
		`{"id":1,"url":"http://x.test/` + strings.Repeat("x", 9000) + `","name":"A"}`: "longer than",
	} {
		in := Input{
			Mentions: lines(whole + "\n\n" + line + "\n" + line + "\n"),
			Lengths:  tupletest.Pairs[[2]int32]{{1, 5}}.Input("lengths"),
		}
		r, s, err := joinAll(in, options())
		if err != nil || s.Bad != 2 || !strings.Contains(s.FirstBad, want) || !strings.Contains(s.FirstBad, "m: line 3") ||
			len(r.persons) != 1 || string(r.persons[0].Titles) != "Dr." ||
			string(r.persons[0].Roles) != "dean; chair" {
			t.Errorf("%s: %d, %s, %v %v", line, s.Bad, s.FirstBad, r, err)
		}
		in.Mentions = lines(line + "\n")
		in.Lengths = tupletest.Pairs[[2]int32]{{1, 5}}.Input("lengths")
		_, _, err = joinAll(in, options())
		if err == nil || !strings.Contains(err.Error(), "no line is a mention: m: line 1: ") {
			t.Errorf("%s alone: %v", line, err)
		}
	}
}

// TestLargeGroups: a surname with more forms than are joined, on a page or on a site, costs no memory, and is told.
func TestLargeGroups(t *testing.T) {
	for _, pages := range []int{1, 2000} {
		c := corpus{}
		for id := range pages {
			c.lengths = append(c.lengths, [2]int32{int32(id), 5000})
		}
		for i := range 2000 {
			id := i % pages
			c.mentions = append(c.mentions, said{ID: id, URL: fmt.Sprintf("http://x.test/%d", id), Field: "text", Offset: i,
				Name: fmt.Sprintf("J%s Smith", strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(i)))},
				said{ID: id, URL: fmt.Sprintf("http://x.test/%d", id), Field: "text", Offset: i, Name: "Smith"})
		}
		r, s, err := c.join(options())
		persons := 2001 // Smith alone is of none, where there are many
		if pages > 1 {
			persons = 2000
		}
		if err != nil || s.Large != 1 || len(r.persons) != persons {
			t.Errorf("%d pages: %d large groups, %d persons, %v", pages, s.Large, len(r.persons), err)
		}
	}
}

// TestMostForms: as many forms as may be are joined, and one more is not.
func TestMostForms(t *testing.T) {
	for forms, persons := range map[int]int{MostForms: MostForms - 1, MostForms + 1: MostForms + 1} {
		c := corpus{}
		for i := range forms {
			name := "Ja" + strings.Repeat("x", i/26) + string(rune('a'+i%26))
			if i == 0 {
				name = "Jaxa Q."
			}
			c.lengths = append(c.lengths, [2]int32{int32(i), 5000})
			url := fmt.Sprintf("http://x.test/%d", i)
			c.mentions = append(c.mentions, said{ID: i, URL: url, Field: "text", Name: name + " Smith"})
		}
		r, s, err := c.join(options())
		if err != nil || len(r.persons) != persons || s.Large != int64(forms-MostForms) {
			t.Errorf("%d forms: %d persons, %d large groups, %v", forms, len(r.persons), s.Large, err)
		}
	}
}

// TestRanksDecide: of equal pages the one with the greater rank is the home page.
func TestRanksDecide(t *testing.T) {
	c := corpus{lengths: tupletest.Pairs[[2]int32]{{0, 5}, {1, 5}, {2, 5}}}
	for id := range 2 {
		url := fmt.Sprintf("http://x.test/smith/%d", id)
		c.mentions = append(c.mentions, said{ID: id, URL: url, Field: "text", Name: "John Smith"})
	}
	for winner := range 2 {
		c.ranks = tupletest.Pairs[[2]int32]{{int32(winner), tuple.F32Bits(0.5)}}
		opt := options()
		opt.Home = 1
		r, s, err := c.join(opt)
		first := r.pages[0]
		if err != nil || s.Unranked != 1 || r.persons[0].HomeID != int64(winner) || first.ID != int64(winner) || !first.Home {
			t.Errorf("%+v, %v", r.persons, err)
		}
	}
}

// TestNoHome: a person of whom there is only a list has no home page; a list of publications is none, nor is a page
// whose URL neither names the person nor looks like a home page, as that of a book.
func TestNoHome(t *testing.T) {
	page := func(id int, path string, names ...string) (list []said) {
		for i, name := range names {
			field := "text"
			if strings.HasPrefix(name, "*") {
				field, name = "title", name[1:]
			}
			list = append(list, said{ID: id, URL: "http://x.test/" + path, Field: field, Offset: i, Name: name})
		}
		return list
	}
	c := corpus{
		lengths: tupletest.Pairs[[2]int32]{{0, 100}, {1, 50}, {2, 50}, {3, 20}, {4, 20}},
		mentions: slices.Concat(page(0, "staff.html", "Ann Lee", "John Smith", "Mary Poe"),
			page(1, "~smith/", "John Smith"),
			page(2, "~poe/publications.html", "*Mary Poe", "Mary Poe"),
			page(3, "books/3.html", "*Ann Lee", "Ann Lee", "Ann Lee"),
			page(4, "books/4.html", "*John Smith", "John Smith", "John Smith", "John Smith")),
		anchors: []said{{ID: 4, URL: "http://x.test/books/4.html", Name: "John Smith"}},
	}
	r, s, err := c.join(options())
	if err != nil || s.Homes != 1 {
		t.Fatalf("%d home pages, %v", s.Homes, err)
	}
	for _, p := range r.pages {
		if string(p.Name) == "John Smith" && p.Rank == 1 && (p.ID != 4 || p.Home) {
			t.Errorf("the best page of John Smith is %d", p.ID)
		}
	}
	for _, p := range r.persons {
		if string(p.Score) < "2.5" {
			t.Errorf("the greatest score of %s is %s", p.Name, p.Score)
		}
		if home := string(p.Home); (string(p.Name) == "John Smith") != (home == "http://x.test/~smith/") {
			t.Errorf("the home page of %s is %q", p.Name, home)
		}
	}
}

// TestFaults: an error of the output ends all steps.
func TestFaults(t *testing.T) {
	c := thesisCorpus()
	fails := errors.New("full")
	in := Input{Mentions: source(c.mentions), Lengths: c.lengths.Input("lengths")}
	_, err := Join(in, options(), Output{Person: func(*Person) error { return nil }, Page: func(*Page) error { return fails }})
	if !errors.Is(err, fails) {
		t.Error(err)
	}
}

// FuzzMention: a line is a mention that keeps to the bounds, or an error.
func FuzzMention(f *testing.F) {
	f.Add([]byte(`{"id":1,"url":"http://x.test/","field":"title","offset":3,"name":"John Smith","titles":["Dr.",""],` +
		`"role":"dean"}`))
	f.Add([]byte(`{"id":1,"url":"http://x.test/","name":"\u0000 \ud800","titles":"\t"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var m mention
		if m.parse(bytes.Clone(line), hostOf) != nil {
			return
		}
		if m.id < 0 || m.id >= math.MaxInt32 || len(m.url) > MaxURL || len(m.name) > mostName || len(m.titles) > mostTitle ||
			len(m.roles) > mostTitle {
			t.Fatalf("%+v", m)
		}
		all := slices.Concat(m.url, m.name, bytes.ReplaceAll(slices.Concat(m.titles, m.roles), []byte{listed}, nil))
		if control(all) || !utf8.Valid(all) {
			t.Fatalf("%q", all)
		}
	})
}

// drawSaid draws a mention in one of the fields.
func drawSaid(t *rapid.T, names *rapid.Generator[string], url func(id int) string, fields []string) said {
	id := rapid.IntRange(0, 13).Draw(t, "id")
	m := said{ID: id, URL: url(id), Field: rapid.SampledFrom(fields).Draw(t, "field"),
		Offset: rapid.IntRange(0, 5).Draw(t, "offset"), Name: names.Draw(t, "name")}
	if rapid.Bool().Draw(t, "title") {
		m.Titles, m.Role = []string{rapid.SampledFrom([]string{"Dr.", "Prof."}).Draw(t, "which")}, "dean"
	}
	return m
}

// drawCorpus draws a small web in which names meet.
func drawCorpus(t *rapid.T) *corpus {
	names := rapid.SampledFrom([]string{"John Smith", "J. Smith", "Jack Smith", "Smith", "Johnny", "John", "John P. Smith",
		"Bill Roe", "W. Roe", "William Roe", "Roe", "Bill", "Roe, William", "Dr. Jack Smith", "JOHN SMITH", "Dr."})
	paths := []string{"", "~smith/", "staff.html", "people/roe.html", "smith/publications.html", "x/x.html", "~jsmith/index.html"}
	hosts := []string{"a.test", "b.test"}
	url := func(id int) string { return "http://" + hosts[id%2] + "/" + paths[id%len(paths)] }
	c := &corpus{}
	of := func(fields ...string) *rapid.Generator[said] {
		return rapid.Custom(func(t *rapid.T) said { return drawSaid(t, names, url, fields) })
	}
	place := func(m said) string { // a name is there once
		if f, ok := FormOf(m.Name); ok {
			m.Name = f.Shown
		}
		return fmt.Sprint(m.ID, m.Field, m.Offset, m.Name)
	}
	c.mentions = rapid.SliceOfNDistinct(of("text", "text", "title", "headings"), 1, 60, place).Draw(t, "mentions")
	if rapid.Bool().Draw(t, "with anchors") {
		c.anchors = rapid.SliceOfNDistinct(of("text"), 0, 10, place).Draw(t, "anchors")
	}
	for id := range 14 {
		names := int32(0)
		for _, m := range c.mentions {
			if m.ID == id {
				names++
			}
		}
		if names > 0 || rapid.Bool().Draw(t, "fetched") {
			c.lengths = append(c.lengths, [2]int32{int32(id), rapid.Int32Range(max(1, names), 300).Draw(t, "length")})
		}
	}
	if rapid.Bool().Draw(t, "with ranks") {
		for id := range 14 {
			if rapid.Bool().Draw(t, "ranked") {
				c.ranks = append(c.ranks, [2]int32{int32(id), tuple.F32Bits(float32(rapid.IntRange(0, 3).Draw(t, "rank")))})
			}
		}
	}
	return c
}

// TestMentionsThatComeAgain: what comes twice is refused, but not a name that stands twice, nor one in two fields, nor one of
// which nobody says where it stands.
func TestMentionsThatComeAgain(t *testing.T) {
	one := said{ID: 1, URL: "http://x.test/", Field: "text", Offset: 3, Name: "John Smith"}
	later, about, other, role := one, one, one, one
	later.Offset, about.Field, other.Name, role.Role = 4, "description", "John Smyth", "dean"
	lengths := tupletest.Pairs[[2]int32]{{1, 5}}
	for _, c := range []*corpus{
		{mentions: []said{one, later, about, other}}, {mentions: []said{one}, anchors: []said{one}},
	} {
		c.lengths = lengths
		if _, _, err := c.join(options()); err != nil {
			t.Errorf("%v", err)
		}
	}
	for want, c := range map[string]*corpus{
		"the mentions have John Smith of document 1 twice, at the same place (offset 3): is a file given twice?": {
			mentions: []said{one, later, about, role}},
		"the -anchor-mentions have John Smith of document 1 twice": {mentions: []said{one}, anchors: []said{one, one}},
	} {
		c.lengths = lengths
		if _, _, err := c.join(options()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}

// TestPersonsAreThoseOfTwin: the persons and pages are those of slow, obvious code, whatever the memory and the threads.
func TestPersonsAreThoseOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		opt := options()
		opt.Order = rapid.SampledFrom(Orders).Draw(t, "order")
		opt.Exact = rapid.Bool().Draw(t, "exact")
		opt.Home = rapid.SampledFrom([]float64{0, 1, DefaultHome}).Draw(t, "home score")
		if rapid.Bool().Draw(t, "one site") {
			opt.Site = func([]byte) []byte { return nil }
		}
		opt.Memory = rapid.SampledFrom([]int64{1, 3 << 20, 8 << 20}).Draw(t, "memory")
		opt.Threads = rapid.IntRange(1, 3).Draw(t, "threads")
		want := newTwin(c, opt).result()
		r, s, err := c.join(opt)
		if err != nil {
			if s.Mentions+s.Anchors == 0 && s.Bad > 0 {
				return
			}
			t.Fatal(err)
		}
		if got := r.String(); got != want {
			t.Fatalf("\n%s, not\n%s", got, want)
		}
	})
}

// String writes all that was found.
func (r result) String() string {
	var b strings.Builder
	sorted := func(joined []byte) string {
		list := strings.Split(string(joined), "; ")
		slices.Sort(list)
		return strings.Join(list, "; ")
	}
	for _, p := range r.persons {
		fmt.Fprintf(&b, "%d %s %q %d %d %d %s %d %s %s %s\n", p.ID, p.Name, p.Variants, p.Mentions, p.Pages, p.Hosts, p.Home,
			p.HomeID, p.Score, sorted(p.Titles), sorted(p.Roles))
		for _, q := range r.pages {
			if q.Person == p.ID {
				fmt.Fprintf(&b, "  %s %d %s %d %s %s %s %d %v %s\n", q.Name, q.ID, q.URL, q.TF, q.TFIDF, q.BM25, q.Score, q.Rank,
					q.Home, q.Reasons)
			}
		}
	}
	return b.String()
}

// TestLeastP: names that are less probable are left out, and those of which nobody says how probable they are stay.
func TestLeastP(t *testing.T) {
	var text strings.Builder
	for i, p := range []string{"0.49", "0.5", "1", "0", "null", "2", "-1", `"0.9"`} {
		fmt.Fprintf(&text, `{"id":1,"url":"http://x.test/","field":"text","offset":%d,"name":"Ada %c","p":%s}`+"\n", i, 'A'+i, p)
	}
	fmt.Fprintln(&text, `{"id":1,"url":"http://x.test/","name":"Ada Z"}`)
	opt := options()
	opt.LeastP = 0.5
	r, s, err := joinAll(Input{
		Mentions: document.NewLines(document.Input{Name: "m", Reader: strings.NewReader(text.String())}),
		Lengths:  tupletest.Pairs[[2]int32]{{1, 5}}.Input("lengths"),
	}, opt)
	var names []string
	for _, p := range r.persons {
		names = append(names, string(p.Name))
	}
	want := []string{"Ada B", "Ada C", "Ada E", "Ada Z"}
	if err != nil || !slices.Equal(names, want) || s.Unlikely != 2 || s.Bad != 3 ||
		!strings.Contains(s.FirstBad, "m: line 6: p: a number must be 0 … 1") {
		t.Errorf("%v, %+v, %v", names, s, err)
	}
}
