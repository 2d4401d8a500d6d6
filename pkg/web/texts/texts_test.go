package texts

import (
	"strings"
	"testing"

	"webmill/pkg/web/content"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
)

const story = `<html lang=en><head><title>The bridge of Lindenau | Lindenau News</title>
<meta name=description content="How a bridge was built"><meta name=author content="Jane Doe"><meta name=robots content=noarchive>
<meta property=og:site_name content="Lindenau News"><meta property=article:published_time content=2024-03-03></head><body>
<nav><ul><li><a href=/>Home</a><li><a href=/sports>Sports</a><li><a href=/contact>Contact</a></ul></nav>
<article><h1>The bridge of Lindenau</h1>
<p>The town of Lindenau has built a bridge over the river, and it took the workers more than three years to finish it.
<p>Before that, everyone who wanted to <b>cross the river</b> had to wait for a boat, which did not go in the winter months.
<h2>What it cost</h2>
<p>The council paid two million for the stones alone, and it will take a long time until the town has paid back its debts.
</article><footer><p>Imprint &middot; <a href=/privacy>Privacy</a></footer></body></html>`

// The paragraphs of the story.
const (
	built  = "The town of Lindenau has built a bridge over the river, and it took the workers more than three years to finish it."
	before = "Before that, everyone who wanted to cross the river had to wait for a boat, which did not go in the winter months."
	cost   = "The council paid two million for the stones alone, and it will take a long time until the town has paid back its debts."
)

const storyURL = "http://news.test/bridge"

func htmlPage(body string) *page.Document {
	return &page.Document{URL: []byte(storyURL), Status: 200, ContentType: []byte("text/html; charset=utf-8"), Body: []byte(body)}
}

// TestForms: the story in each of the forms.
func TestForms(t *testing.T) {
	const (
		title    = "The bridge of Lindenau | Lindenau News"
		headings = "The bridge of Lindenau\nWhat it cost"
		kept     = "The bridge of Lindenau\n" + built + "\n" + before + "\nWhat it cost\n" + cost
	)
	strong := strings.Replace(before, "cross the river", "**cross the river**", 1)
	marked := "# The bridge of Lindenau\n\n" + built + "\n\n" + strong + "\n\n## What it cost\n\n" + cost
	bold := strings.Replace(before, "cross the river", "<b>cross the river</b>", 1)
	nodes := strings.NewReplacer(" cross the river ", "\ncross the river\n").Replace(before)
	main := &content.Options{}
	for _, c := range []struct {
		name, text, title, headings, by string
		opt                             Options
	}{
		{"all", "Home\nSports\nContact\n" + kept + "\nImprint · Privacy",
			title, headings, " ", Options{}},
		{"Markdown", "- [Home](http://news.test/)\n- [Sports](http://news.test/sports)\n- [Contact](http://news.test/contact)\n\n" +
			marked + "\n\nImprint · [Privacy](http://news.test/privacy)",
			title, headings, " ", Options{Markdown: true}},
		{"NodeLines", "Home\nSports\nContact\nThe bridge of Lindenau\n" + built + "\n" + nodes + "\nWhat it cost\n" + cost +
			"\nImprint ·\nPrivacy", title, headings, " ", Options{Form: NodeLines}},
		{"Main", kept, title, headings, " ", Options{Main: main}},
		{"Main, Markdown", marked, title, headings, " ", Options{Main: main, Markdown: true}},
		{"Main, HTML", "<h1>The bridge of Lindenau</h1><p>" + built + "</p><p>" + bold + "</p><h2>What it cost</h2><p>" + cost +
			"</p>", title, headings, " ", Options{Main: main, HTML: true}},
		{"Main, By", kept, "The bridge of Lindenau", headings, "Jane Doe 2024-03-03", Options{Main: main, By: true}},
	} {
		x := New(c.opt)
		for round := range int64(2) { // the second text takes the place of the first
			got := x.Read(htmlPage(story))
			if got == nil || string(got.Text) != c.text {
				t.Fatalf("%s: %+v\nwant %s", c.name, got, c.text)
			}
			by := string(got.Author) + " " + string(got.Published)
			if string(got.Title) != c.title || string(got.Headings) != c.headings || by != c.by {
				t.Errorf("%s: title %q, headings %q, by %q", c.name, got.Title, got.Headings, by)
			}
			if string(got.URL) != storyURL || string(got.Description) != "How a bridge was built" ||
				string(got.Declared) != "en" || got.Charset != "utf-8" || string(got.Robots) != "noarchive" ||
				got.Links != 4 || got.Javadoc {
				t.Errorf("%s: %+v", c.name, got)
			}
			if (got.Main != nil) != (c.opt.Main != nil) || got.Main != nil && got.Main.PageType != "article" {
				t.Errorf("%s: %+v", c.name, got.Main)
			}
			want := Counts{First: storyURL}
			want.Counts[links.Documents], want.Counts[links.Pages], want.Counts[links.Rows] = round+1, round+1, round+1
			if x.Counts != want {
				t.Errorf("%s: the counts are %+v", c.name, x.Counts)
			}
		}
	}
}

// TestCounts: each document is counted once, of whatever form the texts are. Only pages have a text.
func TestCounts(t *testing.T) {
	main := &content.Options{}
	for _, opt := range []Options{{}, {Form: Unico}, {Main: main}, {Main: main, HTML: true}, {Main: main, By: true},
		{Main: main, Markdown: true}} {
		x := New(opt)
		long := htmlPage("<p>" + strings.Repeat("word ", page.MaxVisible/5+1))
		for _, d := range []*page.Document{
			{URL: []byte(storyURL), Status: 302, Location: []byte("/2")},
			{URL: []byte(storyURL), Status: 404, ContentType: []byte("text/html"), Body: []byte(story)},
			{URL: []byte(storyURL), Status: 200, ContentType: []byte("image/png"), Body: []byte(story)},
			{URL: []byte("dns:news.test"), Body: []byte(story)},
			{Metadata: true, Body: []byte("{}")},
			htmlPage(story), long,
		} {
			isPage := d.Status == 200 && string(d.ContentType) != "image/png"
			if got := x.Read(d); (got != nil) != isPage {
				t.Errorf("%+v: %s has the text %+v", opt, d.URL, got)
			}
		}
		x.Allow(page.Allowance{Share: 1 << 10, Most: 1 << 10, Turn: func() bool { return true }})
		if x.Read(htmlPage(strings.Repeat("<p>word", 1<<10))) != nil {
			t.Errorf("%+v: a page may take more memory than it is allowed", opt)
		}
		want := Counts{Cut: 1, WAT: 1, First: storyURL}
		for count, n := range map[links.Count]int64{links.Documents: 8, links.Pages: 2, links.Rows: 2, links.Redirects: 1,
			links.Errors: 1, links.NotHTML: 2, links.DNS: 1, links.TooLarge: 1} {
			want.Counts[count] = n
		}
		if x.Counts != want {
			t.Errorf("%+v: the counts are %+v,\nnot %+v", opt, x.Counts, want)
		}
		sum := Counts{Cut: 2}
		sum.Add(&want)
		sum.Add(&Counts{First: "http://later.test/", WAT: 1})
		if sum.Cut != 3 || sum.WAT != 2 || sum.First != storyURL ||
			sum.Counts != want.Counts {
			t.Errorf("the sum is %+v", sum)
		}
	}
}
