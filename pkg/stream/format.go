package stream

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Format is one of the forms of a tuple stream.
type Format string

// The formats. Auto means: by the name of the file, raw on a pipe.
const (
	Auto    Format = ""
	Raw     Format = "raw"
	Text    Format = "text"
	Parquet Format = "parquet"
)

// Set implements flag.Value.
func (f *Format) Set(s string) error {
	switch Format(s) {
	case Raw, Text, Parquet:
		*f = Format(s)
		return nil
	}
	return fmt.Errorf("the formats are raw, text and parquet")
}

func (f *Format) String() string { return string(*f) }

// byName reads a format and a width (0: not said) off a file name: links.t2, links.txt.gz, links.parquet.
func byName(name string) (Format, int) {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"), ".bz2")
	switch ext := filepath.Ext(name); ext {
	case ".parquet":
		return Parquet, 0
	case ".txt", ".tsv", ".text", ".el", ".edges":
		return Text, 0
	case ".t1", ".t2", ".t3", ".t4", ".t5", ".t6", ".t7", ".t8":
		return Raw, int(ext[2] - '0')
	}
	return Auto, 0
}

// tripwire reports what the first bytes of a supposedly raw stream look like, if it is not raw tuples.
func tripwire(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")):
		return "looks like Parquet: use -from parquet"
	case len(head) >= 8 && printable(head):
		return "looks like text: use -from text"
	}
	return ""
}

func printable(head []byte) bool {
	for _, c := range head {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}
