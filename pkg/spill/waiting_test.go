package spill

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// TestWaiting: what was appended comes back, also while more is appended, and no error is lost.
func TestWaiting(t *testing.T) {
	fault.Each(t, 3, 0, func(sys *fault.FS) error {
		w := NewWaiting(work.Room{FS: sys, TempDir: t.TempDir()})
		defer w.Close()
		if in, err := w.Reader(); err != nil {
			return err
		} else if _, err := in.ReadByte(); err != io.EOF {
			return errors.New("an empty one has bytes")
		}
		for _, from := range []int{0, 50_000} {
			for i := from; i < from+50_000; i++ {
				if _, err := fmt.Fprintf(w, "line %d\n", i); err != nil {
					return err
				}
			}
			length := w.Len()
			in, err := w.Reader()
			if err != nil {
				return err
			}
			bytes := int64(0)
			for i := range from + 50_000 {
				line, err := in.ReadString('\n')
				if err != nil {
					return err
				}
				bytes += int64(len(line))
				if line != fmt.Sprintf("line %d\n", i) {
					return fmt.Errorf("line %d is %q", i, line)
				}
			}
			if _, err := in.ReadByte(); err != io.EOF || bytes != length {
				return fmt.Errorf("%d bytes of %d, %v", bytes, length, err)
			}
		}
		var end [3]byte
		_, err := w.ReadAt(end[:], w.Len()-3)
		if err == nil && string(end[:]) != "99\n" {
			err = fmt.Errorf("the end is %q", end)
		}
		return err
	})
}
