package names

import (
	"bytes"
	_ "embed"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

//go:embed lists/names.tsv.gz
var packedNames []byte

// DefaultBytes is the memory that Defaults takes.
const DefaultBytes = 2 << 20

// Defaults are the lists of names in the program: lists/README.md has their sources. All callers share them.
var Defaults = sync.OnceValue(func() *Lists {
	text, lines, err := unpackNames()
	if err == nil {
		var l *Lists
		if l, err = NewLists(text, lines); err == nil {
			return l
		}
	}
	panic(err) // names.tsv.gz was damaged when the program was built
})

// unpackNames returns the lists as the text of a wordtable.Table, and how many lines it has.
func unpackNames() (text []byte, lines int64, err error) {
	z, err := gzip.NewReader(bytes.NewReader(packedNames))
	if err != nil {
		return nil, 0, err
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return nil, 0, err
	}
	text = make([]byte, 0, len(all))
	for line := range bytes.Lines(all) {
		word, letters, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		class := Class(0)
		for _, c := range letters {
			switch c {
			case 'f':
				class |= First
			case 'm':
				class |= Middle
			case 'l':
				class |= Last
			}
		}
		text = append(append(append(append(text, word...), '\t'), class.Value()...), '\n')
		lines++
	}
	return text, lines, nil
}
