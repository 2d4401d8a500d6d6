package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// document is a line of JSON: a text with the names that it has.
type document struct {
	URL   string   `json:"url"`
	Lang  string   `json:"lang,omitempty"`
	Text  string   `json:"text"`
	Names [][2]int `json:"names"` // where each name begins and ends in Text, in bytes
	Group string   `json:"group,omitempty"`
}

// mention is a name that findnames found.
type mention struct {
	URL    string  `json:"url"`
	Field  string  `json:"field"`
	Offset int     `json:"offset"`
	Length int     `json:"length"`
	Name   string  `json:"name"`
	P      float64 `json:"p"`
}

// each calls do for each object of JSON in a file.
func each[T any](name string, do func(*T) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	from := json.NewDecoder(bufio.NewReaderSize(file, 1<<20))
	for n := 1; ; n++ {
		var v T
		if err := from.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s, object %d: %w", name, n, err)
		}
		if err := do(&v); err != nil {
			return err
		}
	}
}

// write writes a line of JSON.
func write(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(w, "%s\n", line)
	}
	return err
}
