package main

import (
	"fmt"
	"math"
	"sync"

	"webmill/pkg/cli"
	"webmill/pkg/spill"
	"webmill/pkg/text/document"
	"webmill/pkg/text/judgement"
	"webmill/pkg/tuple"
	"webmill/pkg/valid"
	"webmill/tools/internal/documents"
)

// mostDocs is how many documents a list may have.
const mostDocs = 50_000

// openList reads the list of documents, each once.
func openList(env *cli.Env, name string) (list []judgement.Doc, err error) {
	in, err := env.Open(name, tuple.IDs("doc", "cluster"))
	if err != nil {
		return nil, err
	}
	there := map[int32]bool{}
	err = tuple.EachPair(in, func(doc, cluster int32) error {
		if there[doc] {
			return nil
		}
		if len(list) == mostDocs {
			return fmt.Errorf("%s: has more than %d documents: sample draws some of them", in.Name, mostDocs)
		}
		there[doc] = true
		list = append(list, judgement.Doc{ID: doc, Cluster: cluster})
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: is empty: there is no document to judge", in.Name)
	}
	return list, err
}

// What is kept of a document.
const (
	mostText  = 16 << 10
	mostURL   = 4 << 10
	mostTitle = 1 << 10
	mostPage  = mostText + mostURL + mostTitle
	inMemory  = 128 // of the longest pages, before they go to a temporary file
)

// pages are what is shown of documents, by their places in the list.
type pages struct {
	store *spill.Blocks
	list  []kept
}

// kept is where a page is.
type kept struct {
	piece      spill.Piece
	url, title int // bytes of them; the text is behind
	cut        bool
}

// openPages reads the documents, and keeps what is shown of those of the list.
func (o *options) openPages(env *cli.Env, docs []judgement.Doc, judged *judgement.File) (*pages, error) {
	src, err := documents.Open(env, "id", []string{"text"}, o.documents)
	if err != nil {
		return nil, err
	}
	p := &pages{store: spill.NewBlocks(env.Room(), make([]byte, inMemory*mostPage), mostPage), list: make([]kept, len(docs))}
	if err := p.read(env, o.documents, src, docs, judged); err != nil {
		p.store.Close()
		return nil, err
	}
	return p, nil
}

func (p *pages) read(env *cli.Env, file string, src document.Source, docs []judgement.Doc, judged *judgement.File) error {
	var buf []byte
	others := others{file: judged}
	f := &document.Finder{Take: func(place int, d *document.Document) (err error) {
		k := &p.list[place]
		url, title, text := valid.Cut(d.URL, mostURL), valid.Cut(d.Title, mostTitle), valid.Cut(d.Text, mostText)
		buf = append(append(append(buf[:0], url...), title...), text...)
		*k = kept{url: len(url), title: len(title), cut: len(text) < len(d.Text)}
		k.piece, err = p.store.Keep(buf)
		return err
	}, See: others.see}
	for _, doc := range docs {
		f.Want(doc.ID)
	}
	if err := documents.Find(env, file, src, f); err != nil {
		return err
	}
	if others.err == nil && judged.URLs() > 0 && !others.fit {
		return fmt.Errorf("%s: none of the documents that it judges is in %s: if it has judgements of another crawl, give -judgements "+
			"another file", judged.Name, file)
	}
	return others.err
}

// others looks for documents that were judged, and for those that were judged by another URL.
type others struct {
	file *judgement.File
	mu   sync.Mutex
	fit  bool  // a document was judged by its URL
	line int64 // the first that judges one by another URL
	err  error
}

func (o *others) see(id int64, d *document.Document) {
	if id > math.MaxInt32 || !o.file.Has(int32(id)) {
		return
	}
	line := o.file.Other(int32(id), valid.Cut(d.URL, mostURL))
	o.mu.Lock()
	defer o.mu.Unlock()
	if line == 0 {
		o.fit = true
		return
	}
	if o.line == 0 || line < o.line {
		o.line = line
		o.err = fmt.Errorf("%s: line %d judges document %d by another URL than %.200q: if it has judgements of another crawl, give "+
			"-judgements another file", o.file.Name, line, id, d.URL)
	}
}

// page reads a page.
func (p *pages) page(doc int) (*judgement.Page, error) {
	k := p.list[doc]
	buf := make([]byte, k.piece.Len())
	for at := 0; at < len(buf); {
		n, err := p.store.Read(k.piece, at, buf[at:])
		if err != nil {
			return nil, err
		}
		at += n
	}
	return &judgement.Page{URL: buf[:k.url], Title: buf[k.url : k.url+k.title], Text: buf[k.url+k.title:], Cut: k.cut}, nil
}
