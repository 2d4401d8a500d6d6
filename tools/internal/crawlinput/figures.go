package crawlinput

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
)

// Figures are what reading one volume of the input gave.
type Figures struct {
	Counts links.Counts
	Found  docs.Tally
	First  string // the URL of the first page
}

// AddPages adds the counts of documents that come later, and the URL of their first page.
func (f *Figures) AddPages(c *links.Counts, first string) {
	f.Counts.Add(c)
	f.First = cmp.Or(f.First, first)
}

const mostNamed = 100 // failed or damaged inputs that are named in -stats, at most

// NewTotal begins with none. gave is what pages give, for messages.
func (in *Input) NewTotal(r *docs.Reader, gave string) *Total {
	return &Total{gave: gave, in: in, inputs: len(r.Volumes), folders: r.Dir()}
}

type failure struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

type damaged struct {
	Name    string `json:"name"`
	Skipped int64  `json:"skipped"`
	First   string `json:"first"`
	reasons map[string]int64
}

// Total sums the figures of all volumes.
type Total struct {
	Figures
	gave                   string // by pages
	in                     *Input
	inputs, failed, broken int
	folders                bool // the input is a folder
	failures               []failure
	damages                []damaged
}

// Add adds the figures of a volume.
func (t *Total) Add(v *docs.Volume, f *Figures) {
	t.AddPages(&f.Counts, f.First)
	t.Found.Add(&f.Found)
	if f.Found.Failed != "" {
		if t.failed++; t.failed <= mostNamed {
			t.failures = append(t.failures, failure{v.Label(), f.Found.Failed})
		}
	}
	if len(f.Found.Skips) > 0 {
		if t.broken++; t.broken <= mostNamed {
			d := damaged{Name: v.Label(), First: f.Found.Damage, reasons: f.Found.Skips}
			for _, n := range f.Found.Skips {
				d.Skipped += n
			}
			t.damages = append(t.damages, d)
		}
	}
}

// first is what was damaged first, behind the reasons: one reason is not repeated.
func (d *damaged) first() string {
	if len(d.reasons) == 1 {
		for why := range d.reasons {
			if at, ok := strings.CutPrefix(d.First, why+", "); ok {
				return " " + at
			}
			if name, ok := strings.CutSuffix(d.First, ": "+why); ok {
				return ": " + name
			}
		}
	}
	return ": " + d.First
}

// Report writes the figures of the run and its warnings about what was skipped.
func (t *Total) Report(env *cli.Env) error {
	if t.failed == t.inputs && t.inputs > 0 {
		return docs.InputError{Err: errors.New(t.failures[0].Error)}
	}
	if n := t.Found.Skips[docs.Unreadable]; n > 0 && t.Counts[links.Documents] == 0 && len(t.Found.Skips) == 1 {
		hint := ""
		if t.in.URLs != "" && strings.Contains(t.Found.Damage, ":/") {
			hint = fmt.Sprintf(" (lines of %s are path, TAB, URL)", t.in.URLs)
		}
		return fmt.Errorf("no file can be read of %d, the first: %s%s", n, t.Found.Damage, hint)
	}
	t.stats(env)
	const named = 10 // inputs that are named on stderr, at most; -stats names more
	for i, f := range t.failures[:min(named, len(t.failures))] {
		if i == 0 {
			env.SkipN("input that could not be read to its end", int64(t.failed))
		}
		env.Unfinished("%s", f.Error)
	}
	if t.broken > named {
		for why, n := range t.Found.Skips {
			env.SkipN(why, n)
		}
	}
	for _, d := range t.damages[:min(named, len(t.damages))] {
		if d.Skipped == 1 {
			env.Unfinished("%s: skipped 1: %s", d.Name, d.First)
		} else {
			env.Unfinished("%s: %s; the first%s", d.Name, cli.Skipped(d.reasons), d.first())
		}
	}
	env.SkipN(fmt.Sprintf("link longer than %d KiB", urls.MaxLength>>10), t.Counts[links.TooLong])
	env.SkipN(fmt.Sprintf("page whose URL is missing, invalid or longer than %d KiB", urls.MaxLength>>10), t.Counts[links.BadURL])
	env.SkipN("metadata record (as of a WAT file) that cannot be read here", t.Counts[links.BadMetadata])
	env.SkipN("page that takes more memory than -S has for one (raise -S)", t.Counts[links.TooLarge])
	env.SkipN("the rest of the links of a page with too much text to find its main content", t.Counts[links.Cut])
	if n := t.Counts[links.Whole]; n > 0 {
		env.Warnf("-main: all links of %s were written, as they have no places", tuple.Counted(n, "broken page", "broken pages"))
	}
	if n := t.Counts[links.Broken]; n > 0 {
		env.Warnf("%s", tuple.Counted(n, "answer has no HTTP head that can be read, and is no page",
			"answers have no HTTP head that can be read, and are no pages"))
	}
	if n := t.Counts[links.NoWebPages]; n > 0 && t.gave == "links" {
		env.Warnf("%s, to which no links are written, as only those to http and https URLs are",
			tuple.Counted(n, "page has a URL like ftp://… or file://…", "pages have URLs like ftp://… or file://…"))
	}
	t.folder(env)
	if n := t.Found.CutOff; n > 0 {
		env.Warnf("%s, by WARC-Truncated, status 206, Content-Length, chunks or head: a part of the text is missing",
			tuple.Counted(n, "page is cut off", "pages are cut off"))
	}
	if n := t.Found.Converted; n > 0 {
		env.Warnf("%s only a text without its page, as in WET files: give the WARC files", tuple.Counted(n, "record has", "records have"))
	}
	env.WarnOverlong(t.Found.Recovered)
	t.judge(env)
	return nil
}

// folder tells what is odd about a folder and its table.
func (t *Total) folder(env *cli.Env) {
	f := &t.Found
	t.indexes(env)
	if n := t.Counts[links.ToQuery]; n > 0 && f.Queries > 0 {
		env.Warnf("%s, and %s, which is %%3F in a URL: if these are the same pages, give the URLs by -urls", tuple.Counted(n,
			"link to the site has a query", "links to the site have a query"), tuple.Counted(f.Queries,
			"file has a ? in its name", "files have a ? in their names"))
	}
	if f.NoURL > 0 {
		env.Unfinished("%s: %s no usable URL, the first at %s", t.in.URLs,
			tuple.Counted(f.NoURL, "file has", "files have"), f.FirstNoURL)
	}
	if f.Unlisted > 0 {
		env.Warnf("%s",
			tuple.Counted(f.Unlisted, "file of the folder is named like HTML but not listed by -urls; it was left out",
				"files of the folder are named like HTML but not listed by -urls; they were left out"))
	}
	if f.SameURL > 0 {
		meaning := "with -page-ids the earlier one is the document"
		if t.gave == "links" {
			meaning = "their links are written as of one page"
		}
		env.Warnf("%s the URL of an earlier file, the first in %s; %s", tuple.Counted(f.SameURL, "file has", "files have"),
			f.SameFirst, meaning)
	}
	if f.Copies > 0 {
		env.Warnf("%s", tuple.Counted(f.Copies, "packed file has the same name as a file beside it; it was left out",
			"packed files have the same name as a file beside them; they were left out"))
	}
	if f.Unfollowed > 0 {
		env.Warnf("%s, the first: %s", tuple.Counted(f.Unfollowed,
			"link to a folder that is read at another place was not followed",
			"links to folders that are read at another place were not followed"), f.FirstLink)
	}
}

// indexes tells which links lead past the files that servers give for the URLs of folders. A site may call them by both names.
func (t *Total) indexes(env *cli.Env) {
	named, folders := t.Counts[links.ToIndex], t.Counts[links.ToFolder]
	byName := tuple.Counted(named, "link to that name leads to another page", "links to that name lead to other pages")
	toFolders := tuple.Counted(folders, "link leads to a folder of the site", "links lead to folders of the site")
	files := tuple.Counted(t.Found.Indexes, "file index.html has another URL", "files index.html have other URLs")
	switch {
	case t.in.Index != "" && named > 0 && named < folders:
		env.Warnf("-index gives %s the URL of its folder, but %s; without -index %d would", t.in.Index, byName, folders)
	case t.in.Index != "" && named > 0:
		env.Warnf("-index gives %s the URL of its folder, but %s: leave out -index", t.in.Index, byName)
	case t.Found.Indexes == 0 || folders == 0 || t.in.Index != "":
	case named == 0:
		env.Warnf("%s, and %s: -index index.html makes a folder and its file one page", toFolders, files)
	case named < folders:
		env.Warnf("%s, and %s: give -index index.html, with which only %s", toFolders, files, byName)
	default:
		env.Warnf("%s, and %s; with -index index.html, %s", toFolders, files, byName)
	}
}

func (t *Total) stats(env *cli.Env) {
	t.Counts.Each(func(what links.Count, n int64) { env.Stats.Set(what.String(), n) })
	f := &t.Found
	for key, n := range map[string]int64{
		"records": f.Records, "records_request": f.Requests, "records_warcinfo": f.Infos, "records_metadata": f.Metadata,
		"records_other": f.Others, "recovered": f.Recovered, "bytes_passed_over": f.Passed,
		"pages_cut_off": f.CutOff,
		"bytes_in":      f.Bytes, "unlisted": f.Unlisted,
		"same_url": f.SameURL, "no_usable_url": f.NoURL, "packed_copies": f.Copies, "links_not_followed": f.Unfollowed,
		"inputs": int64(t.inputs), "inputs_failed": int64(t.failed), "inputs_damaged": int64(t.broken),
	} {
		env.Stats.Set(key, n)
	}
	env.Stats.Add(cli.Figures{
		"first_page": t.First, "skipped": orEmpty(f.Skips), "failed_inputs": append([]failure{}, t.failures...),
		"damaged_inputs": append([]damaged{}, t.damages...),
	})
}

func orEmpty(m map[string]int64) map[string]int64 {
	if m == nil {
		return map[string]int64{}
	}
	return m
}

// judge warns, with the likely cause, if no documents or too few are pages.
func (t *Total) judge(env *cli.Env) {
	c := &t.Counts
	n, pages := c[links.Documents], c[links.Pages]
	content := n - c[links.Redirects] - c[links.Revisits] - c[links.DNS]
	switch {
	case n == 0:
		env.Unfinished("no documents: %s", t.nothing())
	case pages+c[links.Redirects] == 0:
		env.Unfinished("0 of %s gave %s%s", tuple.Counted(n, "document"), t.gave, t.cause())
	case content >= 20 && float64(pages) < t.in.least*float64(content):
		env.Unfinished("too few pages: %d of %d documents (-min-pages %s)%s", pages, content, t.in.minPages, t.cause())
	}
}

// nothing says why there are no documents.
func (t *Total) nothing() string {
	switch {
	case len(t.Found.Skips) > 0:
		return "all that was there had to be skipped"
	case t.in.URLs != "":
		return t.in.URLs + " names no file"
	case t.folders:
		return fmt.Sprintf("the folder %s holds no files", t.in.Dir)
	}
	return "the input is empty or holds no responses of servers"
}

// cause says why most of the documents are not pages.
func (t *Total) cause() string {
	c := &t.Counts
	if t.Found.Headed > 0 && t.Found.Headed >= c[links.NotHTML]/2 {
		return fmt.Sprintf(": HTTP headers before the HTML (%d): use -headers", t.Found.Headed)
	}
	most, cause := int64(0), ""
	for _, f := range []struct {
		what links.Count
		text string
	}{
		{links.NotHTML, "not HTML"}, {links.Errors, "HTTP errors"},
		{links.NoURL, "with a URL that is no base of links"}, {links.BadURL, "with a URL that is missing or invalid"},
		{links.Revisits, "revisits, whose content is in other records"},
		{links.DNS, "DNS look-ups"}, {links.NotResponse, "metadata of records that are not responses"},
		{links.BadMetadata, "metadata that cannot be read"}, {links.Broken, "unreadable"}, {links.TooLarge, "too large"},
	} {
		if c[f.what] > most {
			most, cause = c[f.what], fmt.Sprintf(": %s (%d)", f.text, c[f.what])
		}
	}
	return cause
}
