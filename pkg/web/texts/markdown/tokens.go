package markdown

import (
	"bytes"

	"webmill/pkg/web/escape"
)

// tokens reads HTML that package safehtml wrote: tags with values in quotes, and text with four references.
type tokens struct {
	html []byte // what has not been read yet

	name  []byte // of a tag, or nil
	end   bool   // it is an end tag
	attrs []byte // what stands behind the name
	text  []byte // of a text, with its references replaced
	plain []byte
}

// next reads a tag or a text.
func (t *tokens) next() bool {
	if len(t.html) == 0 {
		return false
	}
	t.name, t.end, t.attrs = nil, false, nil
	if t.html[0] != '<' {
		n := bytes.IndexByte(t.html, '<')
		if n < 0 {
			n = len(t.html)
		}
		t.text = t.unescaped(t.html[:n])
		t.html = t.html[n:]
		return true
	}
	n := bytes.IndexByte(t.html, '>') // values have none
	if n < 0 {
		n = len(t.html) - 1
	}
	tag := t.html[1:max(1, n)]
	t.html = t.html[n+1:]
	if len(tag) > 0 && tag[0] == '/' {
		t.end, tag = true, tag[1:]
	}
	name, attrs, _ := bytes.Cut(tag, []byte(" "))
	t.name, t.attrs = name[:len(name):len(name)], attrs
	if t.name == nil {
		t.name = []byte{}
	}
	return true
}

// attr is the value of an attribute, valid until the next call; name is like href=.
func (t *tokens) attr(name string) []byte {
	attrs := t.attrs
	for len(attrs) > 0 {
		from := bytes.IndexByte(attrs, '"') + 1
		to := bytes.IndexByte(attrs[from:], '"')
		if from == 0 || to < 0 {
			return nil
		}
		if string(bytes.TrimLeft(attrs[:from-1], " ")) == name {
			return t.unescaped(attrs[from : from+to])
		}
		attrs = attrs[from+to+1:]
	}
	return nil
}

// unescaped is a text or value as it was before safehtml escaped it by escape.Value.
func (t *tokens) unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	t.plain = escape.AppendPlain(t.plain[:0], text)
	return t.plain
}

// upTo reads up to the next end tag of a name, and returns the text before it without tags. Such elements are never nested.
func (t *tokens) upTo(name string) (all []byte) {
	for t.next() {
		switch {
		case t.name == nil:
			all = append(all, t.text...)
		case t.end && string(t.name) == name:
			return all
		}
	}
	return all
}
