package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// The memory of a tree: a node with the text beside it, an attribute, and the limits of all of it.
const (
	nodeBytes      = 288
	attributeBytes = 64
	maxTreeBytes   = 128 << 20
	maxOpen        = 512 // most open elements; the library refuses deeper nesting
	clonesAtEnd    = 8   // most elements that the end tag of a formatting element copies
)

// formatting elements are opened again, with their attributes, in each following block, until they are closed. (The same is
// true for an a element, but only for one at a time.)
var formatting = points(holdsHTML, "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")

// treeMemory returns an upper bound of the memory for the tree of a page. ok is false if it is above any limit. Everything that
// looks like a tag counts as a tag, even in comments or scripts, and formatting elements count as never closed, at most three
// equal ones. So no page can take more memory than this by confusing the estimate.
func treeMemory(body []byte) (need int64, ok bool) {
	if len(body) > maxTree || roots(body) > maxRoots {
		return 0, false
	}
	s := scanner{page: body}
	var own, open, one, tags, ends int64
	equal := map[string]int{}
	budget := 8*len(body) + 1 // a tag inside an attribute of another tag is read twice, and so on
	for i := 0; budget > 0; i++ {
		k := bytes.IndexByte(body[i:], '<')
		if k < 0 || i+k+2 >= len(body) {
			break
		}
		i += k
		tags++
		own += nodeBytes
		if body[i+1] == '/' {
			if n, _ := s.tagName(i + 2); isFormatting(n) {
				ends++
			}
			continue
		}
		if !ascii.Letter(body[i+1]) {
			continue
		}
		n, j := s.tagName(i + 1)
		end, _ := s.skipAttributes(j)
		if end < 0 {
			end = len(body)
		}
		budget -= end - i
		cost := nodeBytes + attributeBytes*separators(body[j:end])
		own += cost - nodeBytes
		switch {
		case n == nameA:
			one = max(one, cost)
		case isFormatting(n) && len(equal) < maxOpen:
			if equal[string(body[i:end])]++; equal[string(body[i:end])] <= 3 {
				open += cost
			}
		case isFormatting(n):
			open = max(open, maxOpen*cost)
		}
	}
	need = own + tags*(open+one) + ends*clonesAtEnd*open/max(1, int64(len(equal)))
	return need, budget > 0 && need <= maxTreeBytes
}

func isFormatting(n name) bool {
	_, ok := formatting[n]
	return ok
}

// separators counts the bytes that may come before an attribute.
func separators(tag []byte) (n int64) {
	for _, c := range tag {
		if isBlank(c) || c == '/' || c == '"' || c == '\'' {
			n++
		}
	}
	return n
}
