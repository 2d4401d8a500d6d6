package query

// matcher goes through the documents that match a part of a question, forwards and in leaps: seek returns the first
// that is no lower than a document, or noDoc. A question seeks no document lower than one before, so that lists are
// shared.
type matcher interface{ seek(doc int64) int64 }

const noDoc = end >> 32

// noMatch matches no document.
type noMatch struct{}

func (noMatch) seek(int64) int64 { return noDoc }

// wordMatch matches the documents of a list.
type wordMatch struct{ list *list }

func (m wordMatch) seek(doc int64) int64 { return m.list.seek(doc<<32) >> 32 }

// anyMatch matches what one of some matches.
type anyMatch struct {
	args []matcher
	at   []int64 // where each stands
}

func (m *anyMatch) seek(doc int64) int64 {
	least := int64(noDoc)
	for i, at := range m.at {
		if at < doc {
			at = m.args[i].seek(doc)
			m.at[i] = at
		}
		least = min(least, at)
	}
	return least
}

// bestMatch matches the documents of the lists of some words, without those that cannot be among the best. The lists are in
// the order of their bounds: what a word can weigh at most. Once the bounds of the first lists add up to no more than the
// least of the best weights, a document that is in these lists alone cannot be among the best. So only the other lists lead
// to documents.
type bestMatch struct {
	lists  []*list
	bounds []float64 // what the word of each list weighs at most
	sums   []float64 // of the bounds up to each
	from   int       // the first list that leads to documents
	least  *float64
}

func (m *bestMatch) seek(doc int64) int64 {
	for {
		for m.from < len(m.sums) && m.sums[m.from] <= *m.least {
			m.from++
		}
		at := int64(noDoc)
		for _, l := range m.lists[m.from:] {
			at = min(at, l.seek(doc<<32)>>32)
		}
		if at == noDoc {
			return noDoc
		}
		sum := 0.0
		if m.from > 0 {
			sum = m.sums[m.from-1]
		}
		for i, l := range m.lists[m.from:] {
			if l.now>>32 == at {
				sum += m.bounds[m.from+i]
			}
		}
		if sum > *m.least {
			return at
		}
		doc = at + 1
	}
}

// allMatch matches what each of some matches.
type allMatch []matcher

func (m allMatch) seek(doc int64) int64 {
	for i := 0; i < len(m); i++ {
		if at := m[i].seek(doc); at > doc {
			if at == noDoc {
				return noDoc
			}
			doc, i = at, -1
		}
	}
	return doc
}

// notMatch matches the documents that are left.
type notMatch struct {
	docs *list // the lengths of all
	arg  matcher
}

func (m *notMatch) seek(doc int64) int64 {
	for {
		doc = m.docs.seek(doc<<32) >> 32
		if doc == noDoc || m.arg.seek(doc) > doc {
			return doc
		}
		doc++
	}
}

// places goes through the places where a phrase, or a word, begins, in order. A place is a key as in list: document and position.
// A stop word at the beginning of a phrase counts.
type places interface{ place(key int64) int64 }

// onePlace returns the place of a word.
type onePlace struct{ list *list }

func (p onePlace) place(key int64) int64 { return p.list.seek(key) }

// phrase has a list for each word.
type phrase struct {
	lists []*list
	at    []int32 // the places of the words behind that of the first
}

func (p *phrase) place(key int64) int64 {
	for i := 0; i < len(p.lists); i++ {
		want := key + int64(p.at[i])
		is := p.lists[i].seek(want)
		if is == end {
			return end
		}
		if is == want {
			continue
		}
		key = max(is-int64(p.at[i]), is>>32<<32) // the phrase begins in the document of the word
		i = -1
	}
	return key
}

// phraseMatch matches the documents that have a phrase.
type phraseMatch struct{ places }

func (m phraseMatch) seek(doc int64) int64 { return m.place(doc<<32) >> 32 }

// nearMatch matches the documents in which two phrases begin near each other, in any order, but not at the same word.
type nearMatch struct {
	a, b places
	most int64
	at   int64 // the last document that it gave, as its places are gone through already
}

func (m *nearMatch) seek(doc int64) int64 {
	if m.at < doc {
		m.at = m.next(doc << 32)
	}
	return m.at
}

func (m *nearMatch) next(from int64) int64 {
	for {
		a := m.a.place(from)
		b := m.b.place(max(from, a>>32<<32))
		if a == end || b == end {
			return noDoc
		}
		if a>>32 < b>>32 {
			from = b >> 32 << 32
			continue
		}
		if m.in(a, b) {
			return a >> 32
		}
		from = (a>>32 + 1) << 32
	}
}

// in reports whether a document has them near each other. a and b are the first places in it. All places are gone
// through in their order, each with the last one of the other before it.
func (m *nearMatch) in(a, b int64) bool {
	doc, none := a>>32, -m.most-1
	lastA, lastB := none, none
	for {
		at := min(a, b)
		if at>>32 != doc {
			return false
		}
		if a == at && lastB >= 0 && at-lastB <= m.most || b == at && lastA >= 0 && at-lastA <= m.most {
			return true
		}
		isA, isB := a == at, b == at
		if isA {
			lastA, a = at, m.a.place(at+1)
		}
		if isB {
			lastB, b = at, m.b.place(at+1)
		}
	}
}
