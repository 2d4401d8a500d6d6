package byline

import (
	"bytes"
	"unicode"

	"webmill/pkg/ascii"
)

// chooseTitle gives the title, and finds the heading of the page.
func (r *Reader) chooseTitle(site, host []byte) []byte {
	var best []byte // of the titles in the head
	for _, t := range r.titles {
		if len(t) > 0 {
			best = cutSite(t, site, host)
			break
		}
	}
	r.heading = r.headingLike(best, site, host)
	if r.heading >= 0 {
		h := r.headings[r.heading].text
		if len(best) == 0 || !isSite(h, site, host) && len(h) <= maxHeading && common(h, best) >= alike {
			return bytes.TrimRight(h, " ¶#")
		}
	}
	return best
}

const (
	maxHeading = 250 // bytes; a longer h1 was not closed
)

const alike = 0.15 // the share of words that an h1 has in common with the title of the page, at least

// headingLike is the h1 that has most words with a title in common, and not the name of the site; -1 if there is none.
func (r *Reader) headingLike(title, site, host []byte) int {
	best, most := -1, -1.0
	for i, h := range r.headings {
		score := common(h.text, title)
		if isSite(h.text, site, host) {
			score = -0.5
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}

// common is the share of the words that two texts have in common.
func common(a, b []byte) float64 {
	in := map[string]bool{}
	for w := range bytes.FieldsFuncSeq(bytes.ToLower(b), divides) {
		in[string(w)] = true
	}
	all, both := len(in), 0
	for w := range bytes.FieldsFuncSeq(bytes.ToLower(a), divides) {
		if in[string(w)] {
			both++
		} else {
			all++
		}
	}
	return float64(both) / float64(max(all, 1))
}

func divides(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// dividers stand between a title and the name of the site.
var dividers = []string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " / ", " › ", " < ", "|", ": "}

// cutSite cuts the name of the site off a title.
func cutSite(title, site, host []byte) []byte {
	for range 3 {
		old := len(title)
		for _, d := range dividers {
			k := bytes.LastIndex(title, []byte(d))
			if k <= 0 {
				continue
			}
			before, after := bytes.TrimSpace(title[:k]), bytes.TrimSpace(title[k+len(d):])
			if isSite(after, site, host) || d == " | " && len(before) >= 6 {
				title = before
			} else if isSite(before, site, host) {
				title = after
			}
		}
		if len(title) == old {
			break
		}
	}
	return title
}

// isSite reports whether a text is the name of the site: the one that the page gives, or that of its host.
func isSite(text, site, host []byte) bool {
	if len(text) == 0 {
		return false
	}
	if len(site) > 0 && same(text, site) {
		return true
	}
	const least = 4 // letters
	in := letters(host)
	if name := letters(text); len(name) < least || len(in) == 0 {
		return false
	}
	for w := range bytes.FieldsFuncSeq(text, divides) {
		if !bytes.Contains(in, letters(w)) {
			return false
		}
	}
	return true
}

// same reports whether two texts have the same letters and digits.
func same(a, b []byte) bool { return bytes.Equal(letters(a), letters(b)) }

// letters are the letters and digits of a text, in lower case if they are ASCII.
func letters(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		switch {
		case r < 0x80 && isWord(byte(r)):
			return rune(ascii.Lower[byte(r)])
		case r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
