package dictionary

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"

	"webmill/pkg/ascii"
	"webmill/pkg/near"
	"webmill/pkg/urls"
)

// wanted is a string that a dictionary does not have, and the nearest one that it has. Capitals count as small letters.
type wanted struct {
	text    []byte // normalised as a browser does
	folded  []byte // text in small letters
	line    []byte // the string that is compared, in small letters
	nearest []byte // the string with the nearest host and, of those, the nearest rest; nil if none has half of the host
	longer  []byte // the first string that begins with text; nil if none does
	host    int    // the distances of nearest; rest is doubled, and 1 more where what is before the host differs
	rest    int
}

func want(asked string) *wanted {
	w := &wanted{text: normal([]byte(asked))}
	w.folded = fold(nil, w.text)
	_, host, _ := parts(w.folded)
	w.host = (len(host) + 1) / 2
	return w
}

// fold appends a text in small letters.
func fold(dst, text []byte) []byte {
	for _, c := range text {
		dst = append(dst, ascii.Lower[c])
	}
	return dst
}

// normal is a URL normalised as a browser does. What is no URL stays as it is: it may be in the dictionary.
func normal(asked []byte) []byte {
	text, err := urls.Canonical(nil, urls.OfBytes(asked))
	if err != nil {
		return asked
	}
	return text
}

// see compares it with a string of the dictionary.
func (w *wanted) see(line []byte) {
	w.line = fold(w.line[:0], line)
	if w.longer == nil && len(w.text) > 0 && bytes.HasPrefix(w.line, w.folded) {
		w.longer = bytes.Clone(line)
	}
	before, host, rest := parts(w.line)
	myBefore, myHost, myRest := parts(w.folded)
	most := math.MaxInt
	h := near.Distance(host, myHost, w.host+1)
	switch {
	case h > w.host, h == w.host && w.nearest == nil:
		return
	case h == w.host:
		most = w.rest
	}
	r := 2 * near.Distance(rest, myRest, most/2+1)
	if !bytes.Equal(before, myBefore) {
		r++ // of two that are as near, that with the same scheme and www.
	}
	if r < most {
		w.host, w.rest, w.nearest = h, r, append(w.nearest[:0], line...)
	}
}

// parts divides a URL into its scheme with www., which are often the only difference, the host after them, and the rest. A word
// without a slash is all host.
func parts(url []byte) (before, host, rest []byte) {
	behind := url
	if _, after, ok := bytes.Cut(url, []byte("://")); ok {
		behind = after
	}
	behind = bytes.TrimPrefix(behind, []byte("www."))
	host, rest, _ = bytes.Cut(behind, []byte("/"))
	return url[:len(url)-len(behind)], host, rest
}

// shown is the string as messages show it.
func (w *wanted) shown() string { return cmp.Or(string(w.text), `""`) }

// Missing is the error for a string that a dictionary does not have.
type Missing struct{ error }

// missing says that the dictionary of a file does not have it.
func (w *wanted) missing(name string) error {
	if w.nearest == nil {
		w.nearest = w.longer
	}
	if w.nearest == nil {
		hint := ""
		if _, err := strconv.Atoi(string(w.text)); err == nil {
			hint = "; lookup -id finds the string of an id"
		}
		return &Missing{fmt.Errorf("%s: %s is not in the dictionary, nor is anything like it%s", name, w.shown(), hint)}
	}
	return &Missing{fmt.Errorf("%s: %s is not in the dictionary; the nearest string is %s", name, w.shown(), w.nearest)}
}
