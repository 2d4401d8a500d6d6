package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// attribute is one whose value is wanted of some element.
type attribute uint8

const (
	attrAction attribute = iota
	attrAlt
	attrClass
	attrColspan
	attrContent
	attrDatetime
	attrEncoding
	attrFont // color, face or size
	attrHidden
	attrHref
	attrHTTPEquiv
	attrID
	attrItemprop
	attrLang
	attrName
	attrOpen
	attrProperty
	attrRel
	attrRole
	attrRowspan
	attrSrc
	attrSrcdoc
	attrStyle
	attrType
	attrXlinkHref
	attributes
)

// found are the values of a tag: of attributes with the same name the first counts.
type found struct {
	has   uint32
	value [attributes]span
}

func (f *found) get(a attribute) (span, bool) { return f.value[a], f.has&(1<<a) != 0 }

// skipAttributes returns the position behind the tag whose name ends at i, -1 if it does not end, and whether it is
// self-closing.
func (s *scanner) skipAttributes(i int) (end int, closed bool) {
	if i < len(s.page) && s.page[i] == '>' {
		return i + 1, false
	}
	return s.tag(i, nil)
}

// attributes does the same and keeps the wanted ones in s.wanted.
func (s *scanner) attributes(i int) (end int, closed bool) {
	s.wanted.has = 0
	return s.tag(i, &s.wanted)
}

// tag reads the attributes of a tag.
func (s *scanner) tag(i int, f *found) (end int, closed bool) {
	p := s.page
	for {
		closed = false
		for ; i < len(p) && (isBlank(p[i]) || p[i] == '/'); i++ {
			closed = p[i] == '/'
		}
		if i >= len(p) {
			return -1, false
		}
		if p[i] == '>' {
			return i + 1, closed
		}
		nameFrom := i
		i++ // even a = begins a name
		for i < len(p) && !endsName[p[i]] && p[i] != '=' {
			i++
		}
		nameTo := i
		for i < len(p) && isBlank(p[i]) {
			i++
		}
		if i >= len(p) {
			return -1, false
		}
		from, to := i, i
		if p[i] == '=' {
			if from, to, i = s.value(i + 1); i < 0 {
				return -1, false
			}
		}
		if f != nil {
			f.put(p[nameFrom:nameTo], span{int32(from), int32(to)})
		}
	}
}

// value reads the value behind a =; next is -1 if it does not end.
func (s *scanner) value(i int) (from, to, next int) {
	p := s.page
	for i < len(p) && isBlank(p[i]) {
		i++
	}
	if i >= len(p) {
		return 0, 0, -1
	}
	if q := p[i]; q == '"' || q == '\'' {
		i++
		k := bytes.IndexByte(p[i:], q)
		if k < 0 {
			return 0, 0, -1
		}
		return i, i + k, i + k + 1
	}
	from = i
	for i < len(p) && p[i] != '>' && !isBlank(p[i]) {
		i++
	}
	return from, i, i
}

func (f *found) put(key []byte, value span) {
	a, ok := wanted(key)
	if ok && f.has&(1<<a) == 0 {
		f.has |= 1 << a
		f.value[a] = value
	}
}

func wanted(key []byte) (attribute, bool) {
	var a attribute
	var text string
	switch len(key) {
	case 2:
		a, text = attrID, "id"
	case 3:
		a, text = attrSrc, "src"
		switch ascii.Lower[key[0]] {
		case 'r':
			a, text = attrRel, "rel"
		case 'a':
			a, text = attrAlt, "alt"
		}
	case 4:
		a, text = wanted4(ascii.Lower[key[0]])
	case 5:
		a, text = attrClass, "class"
		switch {
		case ascii.Lower[key[0]] == 's':
			a, text = attrStyle, "style"
		case ascii.Lower[key[1]] == 'o':
			a, text = attrFont, "color"
		}
	case 6:
		a, text = attrAction, "action"
		if ascii.Lower[key[0]] == 's' {
			a, text = attrSrcdoc, "srcdoc"
		}
		if ascii.Lower[key[0]] == 'h' {
			a, text = attrHidden, "hidden"
		}
	case 7:
		a, text = attrContent, "content"
		switch {
		case ascii.Lower[key[0]] == 'r':
			a, text = attrRowspan, "rowspan"
		case ascii.Lower[key[2]] == 'l':
			a, text = attrColspan, "colspan"
		}
	case 8:
		a, text = attrEncoding, "encoding"
		switch ascii.Lower[key[0]] {
		case 'd':
			a, text = attrDatetime, "datetime"
		case 'i':
			a, text = attrItemprop, "itemprop"
		case 'p':
			a, text = attrProperty, "property"
		}
	case 10:
		a, text = attrHTTPEquiv, "http-equiv"
		if ascii.Lower[key[0]] == 'x' {
			a, text = attrXlinkHref, "xlink:href"
		}
	default:
		return 0, false
	}
	return a, ascii.EqualFold(key, text)
}

// wanted4 is the attribute of four letters that begins with a letter.
func wanted4(first byte) (attribute, string) {
	switch first {
	case 'n':
		return attrName, "name"
	case 'l':
		return attrLang, "lang"
	case 'o':
		return attrOpen, "open"
	case 's':
		return attrFont, "size"
	case 'f':
		return attrFont, "face"
	case 'r':
		return attrRole, "role"
	case 't':
		return attrType, "type"
	}
	return attrHref, "href"
}
