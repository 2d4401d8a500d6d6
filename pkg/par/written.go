package par

import (
	"bufio"
	"cmp"
	"io"
)

// Written is what write writes, for a reader: write runs at the same time, in a goroutine of its own. Its error, also that of a
// panic, comes behind what it wrote. Who stops reading before the end must close the reader: write then fails with that error,
// but nobody waits for its end.
func Written(write func(io.Writer) error) *io.PipeReader {
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(Guard(func() error {
			out := bufio.NewWriterSize(w, writtenBytes)
			err := write(out)
			return cmp.Or(err, out.Flush())
		}))
	}()
	return r
}

// writtenBytes is the buffer of Written: each time it is full, the goroutines change.
const writtenBytes = 64 << 10
