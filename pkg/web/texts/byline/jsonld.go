package byline

import (
	"bytes"
	"html"
	"strings"
)

// thing is what an object of JSON-LD says.
type thing struct {
	kind                           kind
	id, name, headline, date, site []byte
	authors                        [][]byte
}

// kind is a kind of things.
type kind uint8

const (
	unknown kind = iota
	article      // and what else has an author and a date
	webPage
	webSite
	person // or an organisation
)

const (
	maxDepth   = 32
	maxAuthors = 16
	maxScript  = 1 << 20 // bytes of JSON-LD that are read of a script
	maxPersons = 64
)

// linked reads the JSON-LD of a script.
func (r *Reader) linked(text []byte) {
	r.json.in, r.json.at = text[:min(len(text), maxScript)], 0
	if k := bytes.IndexAny(r.json.in, "{["); k >= 0 {
		r.json.at = k
		r.things(0)
	}
}

// things reads a value that may be things which the page is about.
func (r *Reader) things(depth int) {
	switch r.json.peek() {
	case '{':
		r.offer(r.thing(depth))
	case '[':
		if depth == maxDepth {
			r.json.skip()
			return
		}
		for r.json.at++; r.json.more(); {
			r.things(depth + 1)
		}
	default:
		r.json.skip()
	}
}

// thing reads an object.
func (r *Reader) thing(depth int) (t thing) {
	if depth == maxDepth {
		r.json.skip()
		return t
	}
	for r.json.at++; r.json.more(); {
		if r.json.peek() != '"' {
			r.json.skip()
			continue
		}
		key := string(r.json.string())
		switch key {
		case "@type":
			t.kind = max(t.kind, r.kindOf())
		case "@id":
			t.id = r.word()
		case "name":
			t.name = r.word()
		case "headline":
			t.headline = r.word()
		case "datePublished":
			t.date = r.word()
		case "dateCreated", "uploadDate":
			d := r.word()
			if len(t.date) == 0 {
				t.date = d
			}
		case "author", "creator":
			names := r.people(depth+1, nil)
			if len(t.authors) == 0 {
				t.authors = names
			}
		case "publisher":
			if names := r.people(depth+1, nil); len(names) > 0 {
				t.site = names[0]
			}
		case "@graph", "mainEntity", "mainEntityOfPage":
			r.things(depth + 1)
		default:
			r.json.skip()
		}
	}
	return t
}

// word reads a string and keeps it; nil if the value is another one.
func (r *Reader) word() []byte {
	if r.json.peek() != '"' {
		r.json.skip()
		return nil
	}
	text := r.json.string()
	if bytes.IndexByte(text, '&') >= 0 { // many pages escape twice
		text = []byte(html.UnescapeString(string(text)))
	}
	return r.keep(text)
}

// people reads names of persons. An object without a name is the @id of one, with a @ before it.
func (r *Reader) people(depth int, names [][]byte) [][]byte {
	switch r.json.peek() {
	case '"':
		names = append(names, r.word())
	case '{':
		t := r.thing(depth)
		if len(t.name) == 0 && len(t.id) > 0 {
			t.name = r.keep(append([]byte{'@'}, t.id...))
		} else if len(t.id) > 0 {
			r.person(t)
		}
		names = append(names, t.name)
	case '[':
		if depth == maxDepth {
			r.json.skip()
			return names
		}
		for r.json.at++; r.json.more(); {
			names = r.people(depth+1, names)
		}
	default:
		r.json.skip()
	}
	return names[:min(len(names), maxAuthors)]
}

// kindOf reads the value of @type, a string or a list of them.
func (r *Reader) kindOf() (k kind) {
	switch r.json.peek() {
	case '"':
		return kindNamed(string(r.json.string()))
	case '[':
		for r.json.at++; r.json.more(); {
			if r.json.peek() == '"' {
				k = max(k, kindNamed(string(r.json.string())))
			} else {
				r.json.skip()
			}
		}
	default:
		r.json.skip()
	}
	return k
}

func kindNamed(name string) kind {
	name = name[strings.LastIndexAny(name, "/:")+1:]
	switch {
	case strings.HasSuffix(name, "Article"), strings.HasSuffix(name, "Posting") && name != "JobPosting",
		name == "Recipe", name == "Report", name == "Review", name == "Question", name == "CreativeWork", name == "HowTo",
		name == "VideoObject", name == "PodcastEpisode", name == "Book":
		return article
	case strings.HasSuffix(name, "Page"):
		return webPage
	case name == "WebSite":
		return webSite
	case name == "Person", strings.HasSuffix(name, "Organization"), name == "Corporation":
		return person
	}
	return unknown
}

// offer keeps what a thing says of the page.
func (r *Reader) offer(t thing) {
	title := t.headline
	if len(title) == 0 {
		title = t.name
	}
	switch t.kind {
	case article:
		r.title(titleLinked, title)
		r.date(dateLinked, t.date)
		r.authors(authorLinked, t.authors)
		r.site(siteLinked, t.site)
	case webPage:
		r.title(titleLinkedPage, title)
		r.date(dateLinkedPage, t.date)
		r.authors(authorLinkedPage, t.authors)
	case webSite:
		r.site(siteLinkedSite, t.name)
	case person:
		r.person(t)
	}
}

// person keeps the name of a person, for those who refer to it.
func (r *Reader) person(t thing) {
	if len(t.id) > 0 && len(t.name) > 0 && len(r.persons) < maxPersons {
		r.persons = append(r.persons, t)
	}
}

// named is the name that stands for one of people.
func (r *Reader) named(name []byte) []byte {
	if len(name) == 0 || name[0] != '@' {
		return name
	}
	for i := range r.persons {
		if bytes.Equal(r.persons[i].id, name[1:]) {
			return r.persons[i].name
		}
	}
	return nil
}
