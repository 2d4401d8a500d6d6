// Package dictionary holds what the tools that read or write dictionaries of strings have in common.
package dictionary

import (
	"fmt"
	"path/filepath"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
)

// Open opens lines of strings, a dictionary or others.
func Open(env *cli.Env, name string) (*stream.Bytes, error) {
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	if stream.SaidFormat(name, stream.Auto) == stream.Vertices {
		return nil, fmt.Errorf("%s: expected a string a line, but this is named as vertices: tuples -names makes lines of them", in.Name)
	}
	return in, in.ExpectLines()
}

// Singular names a column after the file of its dictionary: url of urls.txt.zst.
func Singular(name string) string {
	stem, _, _ := strings.Cut(filepath.Base(name), ".")
	if s := strings.TrimSuffix(stem, "s"); s != "" {
		return s
	}
	return "string"
}
