package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// isHidden reports whether the attributes of a tag hide its element.
func isHidden(n name, attributes []byte) bool {
	if n == nameDialog && !readTag(attributes).has(attrOpen) {
		return true
	}
	if !mayHide(attributes) {
		return false
	}
	tag := readTag(attributes)
	return tag.has(attrHidden) || styleHides(tag.text(attrStyle))
}

// mayHide reports whether attributes can have hidden or a style that hides: it is asked of each tag.
func mayHide(attributes []byte) bool {
	switch {
	case len(attributes) < len("hidden>"):
		return false
	case bytes.Contains(attributes, []byte("hidden")), bytes.Contains(attributes, []byte("none")),
		bytes.Contains(attributes, []byte("collapse")):
		return true
	}
	return bytes.ContainsAny(attributes, "ACDEHILNOPS") && hidingWord(attributes) // another spelling has one of these capitals
}

// hidingWord is mayHide for words in any spelling.
func hidingWord(attributes []byte) bool {
	return ascii.ContainsFold(attributes, "hidden") || ascii.ContainsFold(attributes, "none") ||
		ascii.ContainsFold(attributes, "collapse")
}

// readAttributes are the attributes of one tag.
type readAttributes struct{ scanner }

func readTag(attributes []byte) *readAttributes {
	tag := &readAttributes{scanner{page: attributes}}
	tag.attributes(0)
	return tag
}

func (t *readAttributes) has(a attribute) bool {
	_, ok := t.wanted.get(a)
	return ok
}

// text is the value of an attribute, references replaced.
func (t *readAttributes) text(a attribute) []byte {
	v, _ := t.wanted.get(a)
	return t.decoded(v)
}

// styleHides reports whether a style has display: none or visibility: hidden. Of two declarations the later one counts.
// Comments, and what stands in brackets or quotes, are not taken for declarations.
func styleHides(style []byte) bool {
	hides := map[string]bool{}
	for len(style) > 0 {
		var one []byte
		one, style = cutDeclaration(style)
		property, value, _ := bytes.Cut(one, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		property, value = bytes.TrimSpace(property), bytes.TrimSpace(value)
		switch {
		case ascii.EqualFold(property, "display"):
			hides["display"] = ascii.EqualFold(value, "none")
		case ascii.EqualFold(property, "visibility"):
			hides["visibility"] = ascii.EqualFold(value, "hidden") || ascii.EqualFold(value, "collapse")
		}
	}
	return hides["display"] || hides["visibility"]
}

// cutDeclaration cuts the first declaration off a style; it comes without comments.
func cutDeclaration(style []byte) (one, rest []byte) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(style); i++ {
		c := style[i]
		switch {
		case c == '\\':
			one = append(one, style[i:min(i+2, len(style))]...)
			i++
			continue
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case bytes.HasPrefix(style[i:], []byte("/*")):
			end := bytes.Index(style[i+2:], []byte("*/"))
			if end < 0 {
				return one, nil
			}
			i += 2 + end + 1
			continue
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ';' && depth == 0:
			return one, style[i+1:]
		}
		one = append(one, c)
	}
	return one, nil
}
