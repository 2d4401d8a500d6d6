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
	attrDataLazySrc
	attrDataLazySrcset
	attrDataOriginal
	attrDataSrc
	attrDataSrcset
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
	attrSrcset
	attrStyle
	attrType
	attrXlinkHref
	attributes
)

// found are the values of a tag: of attributes with the same name the first counts.
type found struct {
	has   uint64
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

// wanted is the attribute of a name.
func wanted(key []byte) (attribute, bool) {
	if len(key) >= len(wantedOf) {
		return 0, false
	}
	first := ascii.Lower[key[0]]
	for i := range wantedOf[len(key)] {
		if w := &wantedOf[len(key)][i]; w.name[0] == first && ascii.EqualFold(key, w.name) {
			return w.attribute, true
		}
	}
	return 0, false
}

type wantedName struct {
	name string
	attribute
}

// wantedOf are the names that are wanted, by their length.
var wantedOf = func() (of [17][]wantedName) {
	for _, w := range []wantedName{
		{"action", attrAction}, {"alt", attrAlt}, {"class", attrClass}, {"colspan", attrColspan}, {"content", attrContent},
		{"datetime", attrDatetime}, {"encoding", attrEncoding}, {"color", attrFont}, {"face", attrFont}, {"size", attrFont},
		{"hidden", attrHidden}, {"href", attrHref}, {"http-equiv", attrHTTPEquiv}, {"id", attrID}, {"itemprop", attrItemprop},
		{"lang", attrLang}, {"name", attrName}, {"open", attrOpen}, {"property", attrProperty}, {"rel", attrRel},
		{"role", attrRole}, {"rowspan", attrRowspan}, {"src", attrSrc}, {"srcdoc", attrSrcdoc}, {"style", attrStyle},
		{"type", attrType}, {"xlink:href", attrXlinkHref},
		// of images that are loaded late
		{"data-lazy-src", attrDataLazySrc}, {"data-lazy-srcset", attrDataLazySrcset}, {"data-original", attrDataOriginal},
		{"data-src", attrDataSrc}, {"data-srcset", attrDataSrcset}, {"srcset", attrSrcset},
	} {
		of[len(w.name)] = append(of[len(w.name)], w)
	}
	return of
}()
