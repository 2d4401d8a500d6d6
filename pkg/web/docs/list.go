package docs

import (
	"fmt"
	"io"
	"strings"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/web/warc"
)

const longestLine = 64 << 10

// lines calls a function for the lines of a file, with their numbers, except empty lines and comments.
func (r *Reader) lines(name string, give func(line string, number int) error) error {
	file, err := r.opt.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if name == r.in.List && warc.Begins(file.Head()) {
		return fmt.Errorf("%s: is an archive, not a list of archives%s", name, behindColon(r.opt.Advice.Archive))
	}
	err = file.ExpectText()
	if err == nil {
		err = file.ExpectEnds('\n')
	}
	if err != nil {
		return err
	}
	in := tuple.NewLines(file, longestLine)
	for {
		text, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return vfs.Named(name, err)
		}
		line := string(text)
		if in.Number == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // a byte order mark
		}
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			if err := give(line, int(in.Number)); err != nil {
				return err
			}
		}
	}
}
