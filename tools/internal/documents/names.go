package documents

import (
	"bytes"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
)

// Find finds documents in a file. One that is not there is an error.
func Find(env *cli.Env, file string, src document.Source, f *document.Finder) error {
	f.Threads = env.Threads
	if err := f.Find(src); err != nil {
		return err
	}
	env.SkipN("line of "+file+" that is no document", f.Bad)
	if err := f.Missing(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Names are the URLs and titles of the documents that are wanted, in memory.
type Names struct {
	env    *cli.Env
	file   string
	src    document.Source
	finder document.Finder
	names  []name // by place
	left   int64  // bytes
}

type name struct{ url, title []byte }

// What a name takes besides its text, and what each wish for it takes.
const (
	nameBytes = 128
	wishBytes = 16
)

// OpenNames opens a file of documents, whose names may take most bytes.
func OpenNames(env *cli.Env, file string, most int64) (*Names, error) {
	src, err := Open(env, "id", []string{"url", "title"}, file)
	return &Names{env: env, file: file, src: src, left: most}, err
}

// Want says that a document is wanted. Documents may be wanted again.
func (n *Names) Want(id int32) error {
	taken := int64(wishBytes)
	if _, again := n.finder.Want(id); !again {
		n.names = append(n.names, name{})
		taken += nameBytes
	}
	return n.take(taken)
}

func (n *Names) take(taken int64) error {
	if n.left -= taken; n.left < 0 {
		return fmt.Errorf("the URLs and titles of %d documents do not fit into the memory: raise -S, or draw fewer", len(n.names))
	}
	return nil
}

// Find goes through the file.
func (n *Names) Find() error {
	n.finder.Take = func(place int, d *document.Document) error {
		name := &n.names[place]
		if err := n.take(int64(len(d.URL) + len(d.Title) - len(name.url) - len(name.title))); err != nil {
			return err
		}
		name.url, name.title = bytes.Clone(d.URL), bytes.Clone(d.Title)
		return nil
	}
	return Find(n.env, n.file, n.src, &n.finder)
}

// Of is the URL and the title of a document that was found.
func (n *Names) Of(id int32) (url, title []byte) {
	place, _ := n.finder.Want(id)
	return n.names[place].url, n.names[place].title
}
