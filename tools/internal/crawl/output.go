package crawl

import "io"

// Output takes the lines that a tool makes of a crawl, as text or as rows of a table.
type Output struct {
	Write func(lines []byte) error // whole lines
	Close func() error
}

// Text is an Output that writes the lines as they are.
func Text(w io.Writer) Output {
	write := func(lines []byte) error {
		_, err := w.Write(lines)
		return err
	}
	return Output{Write: write, Close: func() error { return nil }}
}
