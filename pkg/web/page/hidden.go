package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// isHidden reports whether a start tag hides its element.
func isHidden(n name, tag openTag) bool {
	return tag.has(attrHidden) || n == nameDialog && !tag.has(attrOpen) || tag.has(attrStyle) && styleHides(tag.text(attrStyle))
}

// styleHides reports whether a style has display: none or visibility: hidden. Of two declarations the later one counts.
// Comments, and what stands in brackets or quotes, are not taken for declarations.
func styleHides(style []byte) bool {
	if !ascii.ContainsFold(style, "display") && !ascii.ContainsFold(style, "visibility") {
		return false
	}
	gone, invisible := false, false
	for len(style) > 0 {
		var one []byte
		one, style = cutDeclaration(style)
		property, value, _ := bytes.Cut(one, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		property, value = bytes.TrimSpace(property), bytes.TrimSpace(value)
		switch {
		case ascii.EqualFold(property, "display"):
			gone = ascii.EqualFold(value, "none")
		case ascii.EqualFold(property, "visibility"):
			invisible = ascii.EqualFold(value, "hidden") || ascii.EqualFold(value, "collapse")
		}
	}
	return gone || invisible
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
