package par

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// What is written is read, and the error of the writer behind it.
func TestWritten(t *testing.T) {
	text, wrong := strings.Repeat("0123456789\n", writtenBytes/4), errors.New("wrong")
	for _, want := range []error{nil, wrong} {
		got, err := io.ReadAll(Written(func(w io.Writer) error {
			if _, err := io.WriteString(w, text); err != nil {
				t.Error(err)
			}
			return want
		}))
		if err != want || string(got) != text {
			t.Errorf("%d bytes of %d, %v, want %v", len(got), len(text), err, want)
		}
	}
}

// A panic of the writer is an error for the reader.
func TestWrittenPanic(t *testing.T) {
	_, err := io.ReadAll(Written(func(io.Writer) error { panic("oh") }))
	var p *Panic
	if !errors.As(err, &p) || p.Value != "oh" {
		t.Errorf("%v, want the panic", err)
	}
}

// A reader that closes ends the writer, with its reason.
func TestWrittenClosed(t *testing.T) {
	full, failed := errors.New("the disk is full"), make(chan error, 1)
	r := Written(func(w io.Writer) error {
		for {
			if _, err := w.Write(make([]byte, 1000)); err != nil {
				failed <- err
				return err
			}
		}
	})
	if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	r.CloseWithError(full)
	select {
	case err := <-failed:
		if err != full {
			t.Errorf("%v, want %v", err, full)
		}
	case <-time.After(10 * time.Second):
		t.Error("the writer goes on")
	}
}
