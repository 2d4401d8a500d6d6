package dictionary

import (
	"bytes"
	"errors"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/tuple"
)

// EachWord is Each for a dictionary of words. A word with bytes that dict lets into no dictionary is an error, and so is one that
// does not come behind the word before it in the order of their bytes; remedy says what to do then. Without a remedy the order
// is not checked.
func EachWord(f *File, remedy string, do func(id int64, word []byte) error) (int64, error) {
	var last []byte
	return Each(f, func(id int64, word []byte) error {
		if why := dict.Unfit(word); why != "" {
			return &tuple.LineError{Line: id + 1, Err: errors.New(why)}
		}
		if remedy != "" && id > 0 && bytes.Compare(last, word) >= 0 {
			return fmt.Errorf("%s: the words are not sorted by their bytes, or one comes twice, at line %d: %s", f.Name, id+1, remedy)
		}
		last = append(last[:0], word...)
		return do(id, word)
	})
}

// OfTerms is the remedy for a dictionary that terms has not written like this; none with -force.
func OfTerms(env *cli.Env) string {
	if env.Force() {
		return ""
	}
	return "give the dictionary as terms -dict wrote it (or -force)"
}
