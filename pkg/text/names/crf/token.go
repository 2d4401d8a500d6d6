package crf

import (
	"unicode"
	"unicode/utf8"

	"webmill/pkg/hashes"
)

// token is a word, a run of one mark, or a mark: text[from:to].
type token struct {
	from, to int
	hash     uint64 // of the word in lower case
	shape    shape
	last     int32 // where the last part of a compound with hyphens begins, from its own beginning; 0: it has one part
	class    uint32
	note     uint8 // how the classes were found, see words.go
}

// shape says of which letters a token is.
type shape uint8

// The shapes. Those before other are words.
const (
	lower   shape = 1 + iota // haus
	capital                  // Haus
	upper                    // HAUS
	initial                  // J.
	mixed                    // McDonald, iPhone
	digits                   // 1990, 3.
	code                     // A4, 2nd
	comma
	stop
	ends // ! ?
	quote
	opening
	closing
	colon
	dash
	other
)

// maxTokens is the length of the longest sentence: a longer one is cut.
const maxTokens = 400

// The kinds of bytes.
const (
	isOther = iota
	isLower
	isUpper
	isDigit
	isSpace
	isLine
	isWide // not ASCII
)

var kinds = func() (k [256]uint8) {
	for c := range k {
		switch {
		case c >= utf8.RuneSelf:
			k[c] = isWide
		case 'a' <= c && c <= 'z':
			k[c] = isLower
		case 'A' <= c && c <= 'Z':
			k[c] = isUpper
		case '0' <= c && c <= '9':
			k[c] = isDigit
		case c >= '\t' && c <= '\r': // a TAB ends a cell of a table, as a newline ends a line
			k[c] = isLine
		case c <= ' ' || c == 0x7f:
			k[c] = isSpace
		}
	}
	return k
}()

var marks = [256]shape{',': comma, ';': colon, '.': stop, '!': ends, '?': ends, '"': quote, '\'': quote, '`': quote,
	'(': opening, '[': opening, '{': opening, ')': closing, ']': closing, '}': closing, ':': colon, '-': dash}

func hashRune(h uint64, r rune) uint64 {
	if r < utf8.RuneSelf {
		return hashes.Add64(h, uint64(r))
	}
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		h = hashes.Add64(h, uint64(c))
	}
	return h
}

// hashOf is the hash of a word.
func hashOf[T string | []byte](word T) uint64 {
	h := hashes.Start64
	for i := 0; i < len(word); {
		if c := word[i]; c < utf8.RuneSelf {
			if kinds[c] == isUpper {
				c |= 0x20
			}
			h = hashes.Add64(h, uint64(c))
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(string(word[i:min(len(word), i+utf8.UTFMax)]))
		h = hashRune(h, unicode.ToLower(r))
		i += n
	}
	return h
}

// wide is the kind of a rune that is not ASCII.
func wide(r rune) uint8 {
	switch {
	case unicode.IsUpper(r) || unicode.IsTitle(r):
		return isUpper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return isLower
	case unicode.IsDigit(r):
		return isDigit
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return isLine
	case unicode.IsSpace(r) || r == 0xad || r == 0x200b || r == 0xfeff:
		return isSpace
	}
	return isOther
}

// kindAt is the kind of the character at text[i], and its length. Bytes that are no UTF-8 are marks.
func kindAt(text []byte, i int) (kind uint8, r rune, n int) {
	c := text[i]
	if k := kinds[c]; k != isWide {
		return k, rune(c), 1
	}
	r, n = utf8.DecodeRune(text[i:])
	return wide(r), r, n
}

// scan reads the next token from text[i:] and returns where it ends. Where no token is left in the line, ok is false, and the end
// is that of the line, behind its newline. Words are case-folded for their hash.
func (t *Tagger) scan(text []byte, i int) (tok token, end int, ok bool) {
	for i < len(text) {
		kind, r, n := kindAt(text, i)
		switch kind {
		case isSpace:
			i += n
		case isLine:
			return tok, i + n, false
		case isOther:
			return t.mark(text, i, r, n)
		default:
			return t.word(text, i)
		}
	}
	return tok, i, false
}

// mark reads a mark, or a run of one and the same.
func (t *Tagger) mark(text []byte, i int, r rune, n int) (token, int, bool) {
	end := i + n
	for end+n <= len(text) && string(text[end:end+n]) == string(text[i:i+n]) {
		end += n
	}
	if r == '\'' || r == '’' {
		if e := end + 1; e <= len(text) && end == i+n && text[end]|0x20 == 's' && !letterAt(text, e) {
			end = e
		}
	}
	s := other
	if n == 1 {
		if s = marks[text[i]]; s == 0 {
			s = other
		}
		if s == stop && end > i+1 {
			s = other // an ellipsis
		}
	} else {
		switch r {
		case '„', '“', '”', '»', '«', '‚', '‘', '’', '›', '‹':
			s = quote
		case '–', '—', '―', '‐':
			s = dash
		}
	}
	return token{from: i, to: end, hash: hashOf(text[i : i+n]), shape: s}, end, true
}

func letterAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	k, _, _ := kindAt(text, i)
	return k == isLower || k == isUpper || k == isDigit
}

// word reads a word: letters and digits, with ' - . & inside.
func (t *Tagger) word(text []byte, i int) (token, int, bool) {
	w := token{from: i, hash: hashes.Start64}
	var seen letters
	for i < len(text) {
		kind, r, n := kindAt(text, i)
		switch {
		case kind == isLower || kind == isDigit:
		case kind == isUpper:
			if r < utf8.RuneSelf {
				r |= 0x20
			} else {
				r = unicode.ToLower(r)
			}
		case inner(r) && letterAt(text, i+n) && !genitive(text, i, r, n):
			if r == '-' || r == '‐' {
				w.last, r = int32(i+n-w.from), '-'
			} else if r == '.' && seen.initials() && capitalWord(text, i+n) && !t.abbreviation(text[w.from:]) {
				return t.dotted(w, i, seen)
			}
			seen.dots += btoi(r == '.')
		default:
			return t.ended(w, text, i, seen)
		}
		seen.add(kind)
		w.hash = hashRune(w.hash, r)
		i += n
	}
	return t.ended(w, text, i, seen)
}

// inner reports whether a mark may be inside of a word.
func inner(r rune) bool {
	return r == '-' || r == '\'' || r == '.' || r == '’' || r == '‐' || r == '&'
}

// genitive reports whether text[i:] is an 's that ends a word.
func genitive(text []byte, i int, r rune, n int) bool {
	return (r == '\'' || r == '’') && text[i+n]|0x20 == 's' && !letterAt(text, i+n+1)
}

// capitalWord reports whether a word of a capital and small letters begins at text[i].
func capitalWord(text []byte, i int) bool {
	k, _, n := kindAt(text, i)
	if k != isUpper || i+n >= len(text) {
		return false
	}
	k, _, _ = kindAt(text, i+n)
	return k == isLower
}

// abbreviation reports whether a text begins with a known abbreviation, like M.Sc.
func (t *Tagger) abbreviation(text []byte) bool {
	n := 0
	for n < min(len(text), 12) && (text[n] == '.' || kinds[text[n]] == isLower || kinds[text[n]] == isUpper) {
		n++
	}
	return n > 0 && text[n-1] == '.' && t.model.dict.abbreviates(hashOf(text[:n]))
}

// dotted ends w at the full stop at text[i]: it is an initial with a name glued to it.
func (t *Tagger) dotted(w token, i int, seen letters) (token, int, bool) {
	w.to = i + 1
	w.hash = hashes.Add64(w.hash, '.')
	w.shape = initial
	if seen.dots > 0 {
		w.shape = mixed
	}
	return w, w.to, true
}

// ended ends w at text[i] and decides whether the full stop there belongs to it.
func (t *Tagger) ended(w token, text []byte, i int, seen letters) (token, int, bool) {
	w.to = i
	w.shape = seen.shape()
	if i < len(text) && text[i] == '.' && (i+1 >= len(text) || text[i+1] != '.') && t.keepsStop(&w, seen) {
		w.to++
		w.hash = hashes.Add64(w.hash, '.')
		if w.shape == upper || w.shape == capital {
			if seen.count == 1 {
				w.shape = initial
			}
		}
	}
	return w, w.to, true
}

// keepsStop reports whether a full stop behind the word is part of it.
func (t *Tagger) keepsStop(w *token, seen letters) bool {
	switch {
	case seen.count == 1 && seen.first == isUpper:
		return true
	case seen.first == isDigit:
		return seen.count <= 2 && seen.dots == 0 && w.shape == digits
	case seen.dots > 0 && seen.single:
		return true // U.S.
	}
	return t.model.dict.abbreviates(hashes.Add64(w.hash, '.'))
}

// letters counts what a word has.
type letters struct {
	first            uint8
	count, dots      int
	uppers, lowers   int
	digits, after    int  // after: capitals that are not at the beginning of a part
	single, wasInner bool // the last part has one letter
}

func (l *letters) add(kind uint8) {
	if kind == isOther || kind == isWide {
		l.wasInner = true
		l.count++
		return
	}
	if l.count == 0 {
		l.first = kind
	}
	l.single = l.wasInner || l.count == 0
	switch kind {
	case isUpper:
		l.uppers++
		if !l.single {
			l.after++
		}
	case isLower:
		l.lowers++
	default:
		l.digits++
	}
	l.count++
	l.wasInner = false
}

// initials reports whether the word so far is of single capitals: J or J.K
func (l *letters) initials() bool {
	return l.uppers > 0 && l.lowers == 0 && l.digits == 0 && l.after == 0
}

func (l *letters) shape() shape {
	switch {
	case l.digits > 0 && l.uppers+l.lowers == 0:
		return digits
	case l.digits > 0:
		return code
	case l.uppers == 0:
		return lower
	case l.first != isUpper:
		return mixed
	case l.lowers == 0 && (l.uppers > 1 || l.count > 1):
		return upper
	case l.after > 0:
		return mixed
	}
	return capital
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
