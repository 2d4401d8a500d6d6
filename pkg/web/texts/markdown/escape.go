package markdown

import (
	"bytes"
	"unicode/utf8"

	"webmill/pkg/ascii"
)

// escapes finds the characters that need a backslash because a line of text begins with them, or a heading ends with them.
func (w *Writer) escapes() {
	for i := 0; i < len(w.spans); i++ {
		first := i
		for ; i < len(w.spans) && w.spans[i].kind != breaks; i++ {
			w.spans[i].escape = -1
		}
		if line := w.spans[first:i]; w.mode == text && len(line) > 0 && line[0].kind == words {
			if k := mark(w.text[line[0].from:endOf(line)], first > 0); k >= 0 {
				place(line, line[0].from+k)
			}
		}
	}
	if w.mode != heading {
		return
	}
	at := len(bytes.TrimRight(w.text, "#")) // #s at its end would be left out
	begins := at == 0 || w.text[at-1] == ' '
	for _, s := range w.spans {
		begins = begins || s.kind == breaks && s.from == at
	}
	if begins {
		place(w.spans, at)
	}
}

// endOf is where the text of spans ends.
func endOf(spans []span) int {
	for k := len(spans) - 1; k > 0; k-- {
		if spans[k].kind == words {
			return spans[k].to
		}
	}
	return spans[0].to
}

// place notes that the character at a place of the text needs a backslash.
func place(line []span, at int) {
	for k := range line {
		if r := &line[k]; r.kind == words && r.from <= at && at < r.to {
			r.escape = at
			return
		}
	}
}

// mark finds the character that makes a line a heading, an item, a quotation, a rule or a fence. Behind another line of its block
// it also finds what makes it the line below a heading or below the head of a table. It returns the place, or -1 for none.
func mark(line []byte, behind bool) int {
	if len(line) == 0 {
		return -1
	}
	ends := func(k int) bool { return k == len(line) || line[k] == ' ' }
	only := func(set string) bool { return len(bytes.TrimLeft(line, set)) == 0 }
	digits := 0
	for digits < len(line) && digits < 10 && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	c, level := line[0], len(line)-len(bytes.TrimLeft(line, "#"))
	switch {
	case c == '>':
	case 0 < level && level <= 6 && ends(level):
	case (c == '-' || c == '+' || c == '*') && ends(1):
	case (c == '-' || c == '_' || c == '*') && only(string(rune(c))+" ") && bytes.Count(line, line[:1]) > 2:
	case bytes.HasPrefix(line, []byte("~~~")):
	case behind && (only("= ") || only("-:| ")):
	case 0 < digits && digits < 10 && digits < len(line) && (line[digits] == '.' || line[digits] == ')') && ends(digits+1):
		return digits
	default:
		return -1
	}
	return 0
}

// appendText writes the text of a span, with a backslash before what Markdown would take for a mark.
func (w *Writer) appendText(span int, linked bool) {
	s := &w.spans[span]
	for i := s.from; i < s.to; {
		c := w.text[i]
		n := 1
		if c == '*' || c == '_' || c == '~' { // several in a row are one mark
			for i+n < s.to && w.text[i+n] == c {
				n++
			}
		}
		marks := i == s.escape || w.isMark(span, i, n, linked)
		for range n {
			if marks {
				w.out = append(w.out, '\\')
			}
			w.out = append(w.out, c)
			i++
		}
	}
}

// isMark reports whether Markdown may take n equal bytes of a text for a mark.
func (w *Writer) isMark(span, i, n int, linked bool) bool {
	rest := w.text[i+n:]
	switch c := w.text[i]; c {
	case '`', '[':
		return true
	case ']':
		return linked
	case '|':
		return w.mode == cell
	case '!':
		return i+1 == w.spans[span].to && span+1 < len(w.spans)
	case '\\':
		return i+1 == w.spans[span].to || isPunct(rest[0])
	case '<':
		return len(rest) > 0 && (ascii.Letter(rest[0]) || rest[0] == '/' || rest[0] == '!' || rest[0] == '?' || isMail(rest))
	case '&':
		return isReference(rest)
	case '*', '_', '~':
		before, after := w.around(span, i, n)
		return !(isBlank(before) && isBlank(after)) && !(c == '_' && letter(before) && letter(after))
	}
	return false
}

// around returns the characters before and behind n bytes of a span. At an end of the span a mark may stand, so there it returns
// punctuation; at an end of the text it returns a blank.
func (w *Writer) around(span, i, n int) (before, after rune) {
	s := &w.spans[span]
	before, after = '!', '!'
	plain := s.style == 0 && s.link == 0
	switch {
	case i > s.from:
		before, _ = utf8.DecodeLastRune(w.text[s.from:i])
	case plain && (span == 0 || w.spans[span-1].kind == breaks):
		before = ' '
	}
	switch {
	case i+n < s.to:
		after, _ = utf8.DecodeRune(w.text[i+n : s.to])
	case plain && span+1 == len(w.spans): // at a break a backslash follows
		after = ' '
	}
	return before, after
}

// isReference reports whether a & with this text behind it is a reference to a character.
func isReference(text []byte) bool {
	const longest = 40
	n := 0
	if len(text) > 0 && text[0] == '#' {
		n++
	}
	from := n
	for n < len(text) && n < longest && (ascii.Letter(text[n]) || ascii.Digit(text[n])) {
		n++
	}
	return n > from && n < len(text) && text[n] == ';'
}

// isMail reports whether a < with this text behind it may be a link to a mail address.
func isMail(text []byte) bool {
	end := bytes.IndexAny(text, " <>")
	return end > 0 && text[end] == '>' && bytes.IndexByte(text[:end], '@') > 0
}

func isPunct(c byte) bool { return '!' <= c && c <= '~' && !ascii.Letter(c) && !ascii.Digit(c) }

// appendAlt appends the text of an image.
func appendAlt(dst, alt []byte, m mode) []byte {
	for i, c := range alt {
		rest := alt[i+1:]
		marks := false
		switch c {
		case '`', '[', ']', '*', '_', '~':
			marks = true
		case '|':
			marks = m == cell
		case '\\':
			marks = len(rest) == 0 || isPunct(rest[0])
		case '<':
			marks = len(rest) > 0 && !(rest[0] == ' ')
		case '&':
			marks = isReference(rest)
		}
		if marks {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return dst
}

// appendAddress appends the address of a link, so that Markdown reads it as it is.
func (w *Writer) appendAddress(dst, address []byte) []byte {
	angled, depth := address[0] == '<', 0
	balanced := true
	for _, c := range address {
		switch {
		case c <= ' ' || c == 0x7f:
			angled = true
		case c == '(':
			depth++
			balanced = balanced && depth < 32
		case c == ')':
			depth--
			balanced = balanced && depth >= 0
		}
	}
	balanced = balanced && depth == 0
	if angled {
		dst = append(dst, '<')
	}
	for i, c := range address {
		rest := address[i+1:]
		switch {
		case c == '\n' || c == '\r': // an address cannot have them
			dst = append(dst, ' ')
			continue
		case c == '\\' && (len(rest) == 0 || isPunct(rest[0])), angled && (c == '<' || c == '>'),
			!angled && !balanced && (c == '(' || c == ')'), c == '|' && w.mode == cell:
			dst = append(dst, '\\')
		case c == '&' && isReference(rest): // some readers look for references behind backslashes
			dst = append(dst, "&amp;"...)
			continue
		}
		dst = append(dst, c)
	}
	if angled {
		dst = append(dst, '>')
	}
	return dst
}
