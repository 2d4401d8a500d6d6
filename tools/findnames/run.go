package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/text/names"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/documents"
)

// options are the flags of the tool.
type options struct {
	records          documents.Records
	mentions, tagged string
	lists            [3]string // first, middle and last names
	notLast          string
	titles           string
	by               string // learned or thesis
	asWritten, apart bool
	forms            []names.Form
	machine          names.Options
}

// The values of -machine.
const (
	learned = "learned"
	thesis  = "thesis"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{forms: []names.Form{names.Strip}}
	o.records.Flags(f)
	f.StringVar(&o.mentions, "mentions", "", "write a line of JSON for each name to `FILE`")
	f.StringVar(&o.tagged, "tagged", "", "write the texts with numbers for names to `FILE`, lines of JSON")
	f.Outputs("dict", "doc-lengths", "mentions", "tagged")
	cli.Choice(f, &o.by, "machine", learned, "how names are found, `HOW`: learned or thesis", []string{learned, thesis})
	byThesis := func() bool { return o.by == thesis }
	f.Needs("-machine thesis", byThesis, "first-names", "middle-names", "last-names", "not-last", "titles", "lookup", "max-words",
		"initials-end", "known-after-title")
	f.Needs("-machine learned", func() bool { return o.by == learned }, "as-written", "apart")
	f.BoolVar(&o.asWritten, "as-written", false, "names keep their capitals and initials, like ADA LOVELACE and J.K.Rowling")
	f.BoolVar(&o.apart, "apart", false, "a short form of a name stays a name of its own, even if the document has the long form")
	f.StringVar(&o.lists[0], "first-names", "", "`FILE` of first names, a word a line")
	f.StringVar(&o.lists[1], "middle-names", "", "`FILE` of middle names")
	f.StringVar(&o.lists[2], "last-names", "", "`FILE` of last names")
	f.StringVar(&o.notLast, "not-last", "", "`FILE` of words that no name ends in")
	f.StringVar(&o.titles, "titles", "", "words that match this `PATTERN` are titles (default those of German and English)")
	f.Func("lookup", "`FORMS` in which words are looked up too: a list of strip, lower, capital, joined by + (default strip)", o.lookup)
	f.IntVar(&o.machine.MaxWords, "max-words", 0, "a name ends behind `N` words, titles not counted; 0: they may be any number")
	f.AtLeast(0, "max-words")
	f.BoolVar(&o.machine.InitialsEnd, "initials-end", false, "a name ends behind an initial like F.")
	f.BoolVar(&o.machine.KnownAfterTitle, "known-after-title", false, "a name after a title begins with a word of a list")
	return o.run
}

// lookup reads the list of -lookup.
func (o *options) lookup(text string) error {
	o.forms = nil
	for form := range strings.SplitSeq(text, ",") {
		var set names.Form
		for change := range strings.SplitSeq(form, "+") {
			bit, ok := map[string]names.Form{"strip": names.Strip, "lower": names.Lower, "capital": names.Capital}[change]
			if !ok {
				return fmt.Errorf("%q is not strip, lower or capital", change)
			}
			set |= bit
		}
		o.forms = append(o.forms, set)
	}
	return nil
}

func (o *options) run(env *cli.Env) error {
	fields, err := documents.Fields(o.records.List)
	switch {
	case o.records.Dict == "":
		return cli.Usagef("say where the dictionary of names goes, like -dict names.txt")
	case o.by == thesis && o.lists[0] == "" && o.lists[2] == "" && o.lists[1] != "":
		return cli.Usagef("-middle-names alone finds nothing: give -first-names or -last-names too, or no list")
	case err != nil:
		return err
	}
	if err := cli.OneStdin(append(env.Operands(), append(o.lists[:], o.notLast)...)...); err != nil {
		return err
	}
	if o.by == thesis {
		if err := o.open(env); err != nil {
			return err
		}
	} else {
		env.TakeMemory(names.LearnedBytes)
	}
	src, err := documents.Open(env, "id", fields, env.Operands()...)
	if err != nil {
		return err
	}
	made := &names.Made{Fields: fields, Mentions: -1, Tagged: -1, AsWritten: o.asWritten, Apart: o.apart}
	out, end, err := o.records.Create(env, "name")
	if err == nil {
		err = o.notes(env, made, &out)
	}
	if err != nil {
		return err
	}
	if err := env.Leaves(terms.LeastMemory, "for these inputs and outputs"); err != nil {
		return err
	}
	maker := made.Learned()
	if o.by == thesis {
		maker = made.Maker(o.machine)
	}
	opt := o.records.Options()
	opt.Maker, opt.Room = maker, env.Room()
	stats, err := terms.Build(src, opt, out)
	if err == nil {
		err = end()
	}
	if err != nil {
		return err
	}
	return o.report(env, &stats, made)
}

// open reads the lists and the pattern of titles.
func (o *options) open(env *cli.Env) (err error) {
	if o.machine.Titles, err = names.TitlesOf(cmp.Or(o.titles, names.TitlePattern)); err != nil {
		return cli.Usagef("-titles: %v", err)
	}
	o.machine.Forms = o.forms
	if o.machine.Lists, err = o.openLists(env); err != nil || o.notLast == "" {
		return err
	}
	o.machine.NotLast = map[string]bool{}
	err = eachWord(env, o.notLast, func(word []byte) error {
		if o.machine.NotLast[string(word)] = true; len(o.machine.NotLast) > mostNotLast {
			return fmt.Errorf("has more than %d words", mostNotLast)
		}
		return nil
	})
	return err
}

const mostNotLast = 10_000

// openLists reads the lists; they may take the memory that the rest of the tool does not need. Without lists in the flags, those
// of the program are used.
func (o *options) openLists(env *cli.Env) (*names.Lists, error) {
	if o.lists == [3]string{} {
		env.TakeMemory(names.DefaultBytes)
		return names.Defaults(), nil
	}
	table, err := documents.NewTableText(env, 1, terms.LeastMemory)
	if err != nil {
		return nil, err
	}
	for i, name := range o.lists {
		if name == "" {
			continue
		}
		value := names.Class(1 << i).Value()
		if err := eachWord(env, name, func(word []byte) error {
			table.Add(word, value)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	if err := table.Done("the lists together", "these lists of names"); err != nil {
		return nil, err
	}
	return names.NewLists(table.Text, table.Lines)
}

// eachWord calls do for each word of a list. What follows a TAB is a count.
func eachWord(env *cli.Env, name string, do func(word []byte) error) error {
	words, several, numbers := int64(0), int64(0), int64(0)
	whole, err := documents.EachLine(env, name, func(line []byte) error {
		word, count, _ := bytes.Cut(line, []byte("\t"))
		switch {
		case len(line) == 0:
			return nil
		case bytes.IndexByte(count, '\t') >= 0:
			return errors.New("is more than a word and a count: namelists writes such lists by -firsts, -middles and -lasts")
		case len(word) == 0:
			return errors.New("begins with a TAB, not with a word")
		case bytes.ContainsAny(word, " \u00a0"):
			several++
			return nil
		case len(bytes.Trim(word, "0123456789.-")) == 0:
			numbers++
		}
		words++
		return do(word)
	})
	switch {
	case err != nil:
		return err
	case !whole: // or its last word would be wrong
		return fmt.Errorf("%s: is cut off: its last line has no end", name)
	case words+several == 0:
		return fmt.Errorf("%s: has no words", name)
	case numbers > words/2:
		return fmt.Errorf("%s: has numbers, not words", name)
	}
	if several > 0 {
		env.Warnf("%s: %s, and will be found nowhere: a name is made of single words", name,
			tuple.Counted(several, "line is several words", "lines are several words"))
	}
	return nil
}

// notes opens the files of lines about names.
func (o *options) notes(env *cli.Env, made *names.Made, out *terms.Output) error {
	for _, note := range []struct {
		name string
		at   *int
	}{{o.mentions, &made.Mentions}, {o.tagged, &made.Tagged}} {
		if note.name == "" {
			continue
		}
		file, err := env.CreateLinesFile(note.name, ".jsonl")
		if err != nil {
			return err
		}
		*note.at = len(out.Notes)
		out.Notes = append(out.Notes, file)
	}
	return nil
}

// report tells what was done and what was left out.
func (o *options) report(env *cli.Env, s *terms.Stats, made *names.Made) error {
	if err := o.records.Report(env, s); err != nil {
		return err
	}
	long, other := made.Long.Load(), made.Other.Load()
	env.Stats.Add(cli.Figures{"left_out": long, "documents_of_other_languages": other})
	if long > 0 {
		env.Warnf("%s left out: longer than %d bytes, or with control bytes", tuple.Counted(long, "name was", "names were"),
			names.MaxName)
	}
	switch {
	case s.Documents > 0 && s.Records == 0:
		env.Warnf("no name was found in %s of %s: %s", o.records.List, tuple.Counted(s.Documents, "document"),
			map[string]string{thesis: "do the lists fit their language?", learned: "does -texts name the right fields?"}[o.by])
	case o.by == learned && made.NoLang.Load() == s.Documents && s.Documents > 0:
		env.Warnf("no document says its language (lang, declared_lang): all were read by the English model")
	case other > 0:
		env.Warnf("%s neither German nor English: there is no model for their language, and the English one finds fewer names",
			tuple.Counted(other, "document is", "documents are"))
	}
	return nil
}
