package csv

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrNoNames is the error for a table without a first line.
var ErrNoNames = errors.New("is empty: the first line should name the columns")

// ErrTabs is the error for a table whose columns are separated by TABs.
var ErrTabs = errors.New("has TABs between its columns: name it .tsv, or replace them by commas")

// CheckNames refuses what a first line cannot have as names of columns, of CSV or other text.
func CheckNames(names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		switch {
		case name == "":
			return errors.New("a column without a name")
		case strings.Contains(name, "://"):
			return fmt.Errorf("the first line should name the columns, but %.64q is a URL: put a line of names before it, like (echo url; cat FILE)", name)
		case isNumber(name):
			return fmt.Errorf("the first line should name the columns, but %.64q is a number: put a line of names before it",
				name)
		case seen[strings.ToLower(name)]:
			return fmt.Errorf("two columns are named %.64q (case does not count): rename one", name)
		case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
			return fmt.Errorf("%.64q is no name of a column: names are UTF-8 without control characters", name)
		}
		seen[strings.ToLower(name)] = true
	}
	return nil
}

// isNumber reports whether a field is a number, and no name like Infinity.
func isNumber(field string) bool {
	_, err := strconv.ParseFloat(field, 64)
	return err == nil && strings.ContainsAny(field, "0123456789")
}
