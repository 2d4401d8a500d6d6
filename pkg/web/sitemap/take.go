package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"webmill/pkg/ascii"
	"webmill/pkg/dict"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/valid"
	"webmill/pkg/web/navigation"
)

// The marks of pairs. A pair is a source and a target; with the other marks, a page twice.
const (
	menuLink    = ""  // a link of a menu
	contentLink = "c" // another link of a page that may be the home page
	newPage     = "p" // the lines of a page begin
	leadsOn     = "r" // they say only that it leads on by a redirect,
	pageToo     = "a" // or this and more
	titled      = "t" // a crawled page, and its title
	noSuccess   = "f" // a page that answered with a redirect or an error
)

const (
	mostLine  = 256 << 10 // longer than two URLs can be
	mostTitle = 1 << 10   // bytes of a title that are kept
)

// What is wrong with a line.
const (
	errURL    = tuple.BadLine("does not begin with a URL")
	errTarget = tuple.BadLine("has no second URL: lines of links are source, target and label")
	errStatus = tuple.BadLine("is not URL, title and status, of which the last two may be missing; " +
		"of fetched.txt these are fields 1, 6 and 2")
	errLabel = tuple.BadLine("has no label of nav-links after source and target")
	errTitle = tuple.BadLine("is a link with its label: lines of pages are a URL, or URL and title")
	errCut   = tuple.BadLine("is cut off: it has no newline")
	errMixed = tuple.BadLine("has a label, or none, unlike the lines before: is the file cut off?")
)

// feed is the lines of the input as lines of two URLs and a mark, for a dictionary.
type feed struct {
	in     Input
	lines  *tuple.Lines
	titles bool // the lines are those of Input.Pages

	home  string
	stats *Stats
	last  []byte // the page at hand
	any   bool
	kinds [2]bool // there were links without labels, and with them
	fit   bool    // it is fit for a dictionary
	start bool    // it may be the home page
	leads bool    // its lines say only that it leads on
	out   []byte
	at    int
}

func newFeed(in Input, home string, stats *Stats) *feed {
	return &feed{in: in, lines: tuple.NewLines(in.Links, mostLine), home: home, stats: stats}
}

// Read implements io.Reader.
func (f *feed) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if f.at == len(f.out) {
			f.out, f.at = f.out[:0], 0
			if err := f.next(); err != nil {
				if err == io.EOF && n > 0 {
					return n, nil
				}
				return n, err
			}
		}
		k := copy(p[n:], f.out[f.at:])
		n, f.at = n+k, f.at+k
	}
	return n, nil
}

// next takes a line.
func (f *feed) next() error {
	line, err := f.lines.Next()
	switch {
	case err == io.EOF && !f.titles && f.in.Pages.Reader != nil:
		f.titles, f.lines = true, tuple.NewLines(f.in.Pages, mostLine)
		return nil
	case err != nil:
	case f.titles:
		err = f.title(line)
	case f.lines.Cut:
		err = errCut
	default:
		err = f.link(line)
	}
	_, bad := errors.AsType[tuple.BadLine](err)
	if _, long := errors.AsType[*tuple.LineError](err); !bad && !long {
		return err
	}
	name := f.in.Links.Name
	if f.titles {
		name = f.in.Pages.Name
	}
	return fmt.Errorf("%s: %w", name, tuple.AtLine(f.lines.Number, err))
}

// unfit reports whether no dictionary can have a URL, and counts it.
func (f *feed) unfit(url []byte) bool {
	why := dict.Unfit(url)
	if len(url) > dict.MaxField {
		why = "URL too long"
	}
	if why != "" {
		f.stats.Skipped[why]++
	}
	return why != ""
}

func (f *feed) put(source, target []byte, mark string) {
	f.out = append(append(append(f.out, source...), '\t'), target...)
	f.out = append(append(append(f.out, '\t'), mark...), '\n')
}

// link takes a line of a link, or of a page alone.
func (f *feed) link(line []byte) error {
	source, rest, two := bytes.Cut(line, []byte{'\t'})
	if !isURL(source) {
		return errURL
	}
	f.stats.Lines++
	target, rest, labelled := bytes.Cut(rest, []byte{'\t'})
	word, rest, _ := bytes.Cut(rest, []byte{'\t'})
	reason, _, _ := bytes.Cut(rest, []byte{'\t'})
	redirect := string(reason) == navigation.Redirect
	if !f.any || !bytes.Equal(source, f.last) {
		f.leads = redirect
		f.last, f.any = append(f.last[:0], source...), true
		if f.fit = !f.unfit(source); f.fit {
			f.start = string(source) == f.home || shape(source)&isIndex != 0
			f.put(source, source, newPage)
			if redirect {
				f.put(source, source, leadsOn)
			}
		}
	} else if f.leads && !redirect {
		f.leads = false
		f.put(source, source, pageToo)
	}
	if !two || len(target) == 0 {
		f.stats.Alone++
		return nil
	}
	label, known := navigation.LabelOf(word)
	kind := 0
	if labelled {
		kind = 1
	}
	if !labelled {
		f.stats.Plain++
	}
	f.kinds[kind] = true
	switch {
	case !isURL(target):
		return errTarget
	case labelled && !known:
		return errLabel
	case f.kinds[0] && f.kinds[1]:
		return errMixed
	case !f.fit:
		return nil
	}
	mark := menuLink
	if labelled && !label.Menu() {
		mark = contentLink
		if !f.start {
			return nil
		}
	}
	if !f.unfit(target) {
		f.put(source, target, mark)
	}
	return nil
}

// title takes a line of a crawled page.
func (f *feed) title(line []byte) error {
	url, title, more := bytes.Cut(line, []byte{'\t'})
	if !isURL(url) {
		return errURL
	}
	f.stats.Titles.Lines++
	if !more {
		f.stats.Titles.Bare++
	}
	title, rest, _ := bytes.Cut(title, []byte{'\t'})
	word, _, more := bytes.Cut(rest, []byte{'\t'})
	aURL := len(urls.AfterHost(title)) > 0
	if _, label := navigation.LabelOf(word); label && aURL {
		return errTitle
	}
	if more || len(word) > 0 && !isStatus(word) {
		return errStatus
	}
	if aURL {
		f.stats.Titles.URLs++
	}
	if f.unfit(url) {
		return nil
	}
	if isStatus(word) && word[0] != '2' {
		f.put(url, url, noSuccess)
		return nil
	}
	f.put(url, url, titled)
	f.out = valid.OneLine(f.out[:len(f.out)-1], valid.Cut(title, mostTitle), ' ')
	f.out = append(f.out, '\n')
	return nil
}

// isURL reports whether a text begins as a URL: with a scheme.
func isURL(text []byte) bool {
	scheme, _, ok := bytes.Cut(text, []byte{':'})
	for _, c := range scheme {
		ok = ok && (ascii.Letter(c) || ascii.Digit(c) || c == '+' || c == '-' || c == '.')
	}
	return ok && len(scheme) > 0 && ascii.Letter(scheme[0])
}

// isStatus reports whether a word is the status of an answer.
func isStatus(word []byte) bool {
	return len(word) == 3 && ascii.Digit(word[0]) && ascii.Digit(word[1]) && ascii.Digit(word[2])
}
