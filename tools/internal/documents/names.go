package documents

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
)

// LeastMemory is the least memory of a tool that reads documents, as one may be as long as document.MaxLine.
const LeastMemory = 42 << 20

// Names are the URLs and titles of the documents that are wanted, in memory.
type Names struct {
	env   *cli.Env
	file  string
	src   document.Source
	found map[int32]*name
	left  int64 // bytes
}

type name struct {
	line       int64 // from 1; 0: it was not found
	url, title []byte
}

// What a name takes besides its text, and what each wish for it takes.
const (
	nameBytes = 128
	wishBytes = 16
)

// OpenNames opens a file of documents, whose names may take some bytes.
func OpenNames(env *cli.Env, file string, bytes int64) (*Names, error) {
	src, err := Open(env, "id", []string{"url", "title"}, file)
	return &Names{env: env, file: file, src: src, found: map[int32]*name{}, left: bytes}, err
}

// Want says that a document is wanted. Documents may be wanted again.
func (n *Names) Want(id int32) error {
	bytes := int64(wishBytes)
	if n.found[id] == nil {
		n.found[id] = &name{}
		bytes += nameBytes
	}
	return n.take(bytes)
}

func (n *Names) take(bytes int64) error {
	if n.left -= bytes; n.left < 0 {
		return fmt.Errorf("the URLs and titles of %d documents do not fit into the memory: raise -S, or draw fewer", len(n.found))
	}
	return nil
}

// Find goes through the file. A document that is wanted and not there is an error. Of one that is there twice the first counts.
func (n *Names) Find() error {
	wanted := func(id int64) bool { return int64(int32(id)) == id && n.found[int32(id)] != nil }
	all, err := document.Pick(n.src, n.env.Threads, wanted, func(line, id int64, d *document.Document) error {
		name := n.found[int32(id)]
		if name.line > 0 && name.line <= line+1 {
			return nil
		}
		if err := n.take(int64(len(d.URL) + len(d.Title) - len(name.url) - len(name.title))); err != nil {
			return err
		}
		name.line, name.url, name.title = line+1, append([]byte(nil), d.URL...), append([]byte(nil), d.Title...)
		return nil
	})
	if err != nil {
		return err
	}
	n.env.SkipN("line of "+n.file+" that is no document", all.Bad)
	ids := make([]int32, 0, len(n.found))
	for id, name := range n.found {
		if name.line == 0 {
			ids = append(ids, id)
		}
	}
	return Missing(n.file, ids, all.Bad)
}

// Missing is the error of documents that are wanted and not in a file; nil if there are none. Some of its lines were bad.
func Missing(file string, ids []int32, bad int64) error {
	if len(ids) == 0 {
		return nil
	}
	least := ids[0]
	for _, id := range ids {
		least = min(least, id)
	}
	why := "is this file of another run?"
	if bad > 0 {
		why = fmt.Sprintf("%s no document, or longer than %d MiB", tuple.Counted(bad, "line is", "lines are"),
			document.MaxLine>>20)
	}
	return fmt.Errorf("%s: of the documents %s not there, the first is %d: %s", file, tuple.Counted(len(ids), "is", "are"),
		least, why)
}

// Of is the URL and the title of a document that was found.
func (n *Names) Of(id int32) (url, title []byte) {
	name := n.found[id]
	return name.url, name.title
}
