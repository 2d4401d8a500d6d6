package documents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/stop"
	"webmill/pkg/text/words"
	"webmill/pkg/text/wordtable"
	"webmill/pkg/tuple"
)

// Words are the flags that say what becomes of words.
type Words struct {
	Stem, stop, table string

	Table *wordtable.Table // of -stem-table, once Rules has read it; nil: there is none
}

// auto is the value of -stem and -stop that leaves the choice to the language of each document.
const auto = "auto"

// stemmers are those that auto chooses, by language.
var stemmers = map[string]stem.Stemmer{"de": stem.German, "en": stem.English}

// Flags declares -stem, -stem-table and -stop.
func (w *Words) Flags(f *cli.Flags) {
	f.StringVar(&w.stop, "stop", "",
		"leave out stop `WORDS`: a file of them, one a line; or a language like de; or auto, for the language of each document")
	cli.Choice(f, &w.Stem, "stem", "none",
		"make terms of words by this `STEMMER`: none, plural, porter, english, german or auto, for the language of each document",
		append(slices.Clone(stem.Names), auto))
	f.StringVar(&w.table, "stem-table", "", "look words up in `FILE` before they are stemmed: lines of a word, a TAB and its stem")
}

// Named is the name of the stemmer that made all terms; "" if there were several, or a table.
func (w *Words) Named() string {
	if w.Stem == auto || w.table != "" {
		return ""
	}
	return w.Stem
}

// Inputs are the names of -stop and -stem-table, as far as they are files, and of other inputs: at most one can be stdin.
func (w *Words) Inputs(others ...string) []string {
	return append([]string{w.stop, w.table}, others...)
}

// Stems reports whether words get stems.
func (w *Words) Stems() bool { return w.StemsOthers() || w.table != "" }

// StemsOthers reports whether words that are not in the table of -stem-table get stems.
func (w *Words) StemsOthers() bool { return w.Stem != stem.Names[0] }

// Auto is the flag that leaves the choice to the language of each document; "" if none does.
func (w *Words) Auto() string {
	switch auto {
	case w.Stem:
		return "-stem"
	case w.stop:
		return "-stop"
	}
	return ""
}

// Rule is what becomes of words that say no language. what are these words.
func (w *Words) Rule(env *cli.Env, what string) (*words.Rule, error) {
	if flag := w.Auto(); flag != "" {
		return nil, cli.Usagef("%s auto is for documents, which say their language: %s need a language, like %s", flag, what,
			map[string]string{"-stem": "-stem german", "-stop": "-stop de"}[flag])
	}
	rules, err := w.Rules(env)
	if err != nil {
		return nil, err
	}
	return rules(nil), nil
}

// Rules are what becomes of the words of documents, by the language that these say. It may be called by several goroutines.
func (w *Words) Rules(env *cli.Env) (func(lang []byte) *words.Rule, error) {
	over := func(s stem.Stemmer) stem.Stemmer { return s }
	if w.table != "" {
		var err error
		if w.Table, err = openTable(env, w.table); err != nil {
			return nil, err
		}
		over = func(s stem.Stemmer) stem.Stemmer { return stem.Over(w.Table, s) }
	}
	named := stem.None
	if w.Stem != auto {
		var err error
		if named, err = stem.ByName(w.Stem); err != nil {
			return nil, err
		}
	}
	stopped, err := w.stopped(env)
	if err != nil {
		return nil, err
	}
	rule := func(lang string) *words.Rule {
		r := &words.Rule{Stem: over(named), Stop: stopped}
		if s := stemmers[lang]; w.Stem == auto && s != nil {
			r.Stem = over(s)
		}
		if w.stop == auto {
			r.Stop = stop.Of(lang)
		}
		return r
	}
	other, own := rule(""), map[string]*words.Rule{}
	for _, lang := range stop.Languages() { // which have all that there are stemmers for
		own[lang] = rule(lang)
	}
	return func(lang []byte) *words.Rule {
		if r := own[stop.Language(lang)]; r != nil {
			return r
		}
		return other
	}, nil
}

// stopped are the words of -stop, as texts have them; nil if there are none, or if they depend on the language.
func (w *Words) stopped(env *cli.Env) (map[string]bool, error) {
	if w.stop == "" || w.stop == auto {
		return nil, nil
	}
	if list := stop.Of(w.stop); list != nil {
		return list, nil
	}
	set, several := map[string]bool{}, int64(0)
	var split words.Splitter
	whole, err := EachLine(env, w.stop, func(line []byte) error {
		split.Reset(line)
		word := string(split.Next())
		if split.Next() != nil || len(bytes.Fields(line)) > 1 { // as a note: # die
			several++
		} else if word != "" {
			set[word] = true
		}
		if len(set) > mostStopped {
			return fmt.Errorf("has more than %d words: are these stop words?", mostStopped)
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(w.stop, "./"):
		return nil, fmt.Errorf("-stop %s: there is no such file, and no list of that language: there are %s", w.stop,
			strings.Join(stop.Languages(), " "))
	case err != nil:
		return nil, err
	case len(set) == 0:
		return nil, fmt.Errorf("%s: has no words", w.stop)
	}
	if !whole {
		env.Warnf("%s: its last line has no end, and was read as it is: is it cut off?", w.stop)
	}
	if several > 0 {
		env.Warnf("%s: %s, and will leave out nothing", w.stop,
			tuple.Counted(several, "line is several words", "lines are several words"))
	}
	return set, nil
}

const mostStopped = 10_000

// stemsShare gives a table of stems one 4th of the memory at most: the counts of words need the rest.
const stemsShare = 4

// openTable reads a table of stems.
func openTable(env *cli.Env, name string) (*wordtable.Table, error) {
	table, err := NewTableText(env, stemsShare, 0)
	if err != nil {
		return nil, err
	}
	several, numbers := int64(0), int64(0)
	var split words.Splitter
	whole, err := EachLine(env, name, func(line []byte) error {
		word, root, found := bytes.Cut(line, []byte("\t"))
		if len(line) == 0 {
			return nil
		}
		if !found || len(root) == 0 || len(root) > words.Max || bytes.ContainsAny(root, "\t \u00a0") {
			return fmt.Errorf("%.64q is not a word, a TAB and its stem", line)
		}
		if why := dict.Unfit(root); why != "" { // the stem would become a term
			return fmt.Errorf("%.64q: %s", line, why)
		}
		split.Reset(word)
		if word = append([]byte(nil), split.Next()...); len(word) == 0 || split.Next() != nil {
			several++
			return nil
		}
		if len(bytes.Trim(line, "0123456789\t")) == 0 {
			numbers++
		}
		table.Add(word, root)
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case !whole: // or its stem would be wrong
		return nil, fmt.Errorf("%s: is cut off: its last line has no end", name)
	case table.Lines == 0:
		return nil, fmt.Errorf("%s: has no words", name)
	case table.Lines > 2 && numbers >= table.Lines-1: // the first line may be names
		return nil, fmt.Errorf("%s: has numbers, not words and their stems: stems makes a table", name)
	}
	if err := table.Done(name, "this table of stems"); err != nil {
		return nil, err
	}
	if several > 0 {
		env.Warnf("%s: %s, and will be found nowhere", name,
			tuple.Counted(several, "line has not one word before its TAB", "lines have not one word before their TABs"))
	}
	stems, err := wordtable.New(table.Text, int(table.Lines), func(word, kept, other []byte) error {
		if !bytes.Equal(kept, other) {
			return fmt.Errorf("%.64q has two stems: %.64q and %.64q", word, kept, other)
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return stems, err
}

// EachLine calls do for each line of a file, which must be UTF-8. Errors name file and line. whole reports whether the last line
// has an end.
func EachLine(env *cli.Env, name string, do func(line []byte) error) (whole bool, err error) {
	in, err := env.OpenBytes(name)
	if err == nil {
		err = in.ExpectLines()
	}
	if err != nil {
		return false, err
	}
	lines := tuple.NewLines(in, tuple.MaxLine)
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return !lines.Cut, in.Close()
		}
		if err == nil {
			err = do(line)
			if !utf8.Valid(line) {
				err = errors.New("is not UTF-8: make it UTF-8 by iconv, as by iconv -f latin1 -t utf-8")
			}
			if err != nil {
				err = lines.Fault(err)
			}
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", in.Name, err)
		}
	}
}
