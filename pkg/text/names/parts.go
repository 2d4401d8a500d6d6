package names

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Split says how the label of a person becomes parts of lists: the first word is a first name and the last word a last name; a
// word alone is a last name. Those between are middle names. "Last, First" is read as First Last.
type Split struct {
	Hyphens bool // words end at hyphens too
	Numbers bool // parts that are numbers are kept
	Least   int  // letters of the shortest part that is kept

	Ending int64 // labels so far that end with a number
}

// Each calls do for each part of a label.
func (s *Split) Each(label []byte, do func(part []byte, list Class) error) error {
	label = firstLast(label)
	ends := func(c rune) bool { return c == ' ' || c == '\u00a0' || c == '\t' || c == '-' && s.Hyphens }
	n := 0
	for range bytes.FieldsFuncSeq(label, ends) {
		n++
	}
	i := 0
	for part := range bytes.FieldsFuncSeq(label, ends) {
		list := Middle
		switch i++; {
		case i == n:
			list = Last
		case i == 1:
			list = First
		}
		if i == n && isNumber(part) {
			s.Ending++
		}
		if utf8.RuneCount(part) < s.Least || !s.Numbers && isNumber(part) {
			continue
		}
		if err := do(part, list); err != nil {
			return err
		}
	}
	return nil
}

// firstLast is a label like "Lovelace, Ada" or "van Beethoven, Ludwig" as First Last, and another one as it is, like those with a
// comma before Jr. or a rank.
func firstLast(label []byte) []byte {
	last, first, found := bytes.Cut(label, []byte(","))
	last, first = bytes.TrimSpace(last), bytes.TrimSpace(first)
	if !found || len(last) == 0 || len(first) == 0 || bytes.IndexByte(first, ',') >= 0 || in(suffixes, first) {
		return label
	}
	for words := last; ; {
		word, rest, more := bytes.Cut(words, []byte(" "))
		if !more {
			return slices.Concat(first, []byte(" "), last)
		}
		if isCapital(word) {
			return label
		}
		words = rest
	}
}

// isNumber reports whether a part has digits, and besides only punctuation.
func isNumber(part []byte) bool {
	digits := 0
	for _, c := range string(part) {
		switch {
		case unicode.IsDigit(c):
			digits++
		case c >= utf8.RuneSelf || !punctuation[byte(c)]:
			return false
		}
	}
	return digits > 0
}
