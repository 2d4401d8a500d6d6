package docs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

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
	if err := file.ExpectText(); err != nil {
		return err
	}
	in := bufio.NewReaderSize(file, longestLine)
	for n := 1; ; n++ {
		text, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%s: longer than %d KiB, at line %d", name, longestLine>>10, n)
		case err != nil && err != io.EOF:
			return vfs.Named(name, err)
		}
		line := strings.TrimRight(string(text), "\r\n")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // a byte order mark
		}
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			if err := give(line, n); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
