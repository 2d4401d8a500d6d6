package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// lineFiles are endings of files that are lines, though not of tuples.
var lineFiles = []string{".csv", ".jsonl", ".ndjson"}

// runLines is what the tool does with -lines.
func (o *options) runLines(env *cli.Env) error {
	opt, err := o.lineSorting(env)
	if err != nil {
		return err
	}
	switch {
	case o.check:
		return o.checkLines(env, opt)
	case o.merge:
		return o.mergeLines(env, opt)
	}
	var srcs []*stream.Bytes
	for _, name := range env.Operands() {
		in, err := o.openLines(env, name)
		if err == nil {
			err = env.Later(in)
		}
		if err != nil {
			return err
		}
		srcs = append(srcs, in)
	}
	out, err := env.CreateLines(lineFiles...)
	if err != nil {
		return err
	}
	stats, err := linesort.Sort(out, srcs, opt)
	reportLines(env, stats)
	return err
}

// openLines opens lines. It refuses archives and Parquet, but lines may have any bytes.
func (o *options) openLines(env *cli.Env, name string) (*stream.Bytes, error) {
	in, err := env.OpenEnding(name, map[bool]byte{false: '\n', true: 0}[o.zero])
	if err != nil {
		return nil, err
	}
	err = in.ExpectText()
	if errors.Is(err, stream.ErrBinary) {
		err = nil
		if !o.zero {
			env.Warnf("%s: is binary or UTF-16: what is between its bytes of \\n is sorted as lines, byte by byte", in.Name)
		}
	}
	return in, err
}

func (o *options) lineSorting(env *cli.Env) (linesort.Options, error) {
	opt := linesort.Options{
		Separator: o.separator, Desc: o.reverse, Stable: o.stable, Unique: o.unique, Nul: o.zero,
		FanIn: o.fanIn, Command: o.command(), Room: env.Room(),
	}
	switch {
	case o.separator == `\t`:
		opt.Separator = "\t"
	case o.separator == `\0`:
		opt.Separator = "\x00"
	case len(o.separator) > 1:
		return opt, cli.Usagef("-t %s: the separator is one byte, like , or \\t", o.separator)
	}
	// Of a key without letters of its own, the flags say how it sorts.
	usual := linesort.Key{From: linesort.KeyPosition{Field: 1, Blanks: o.blanks}, Number: o.number, Real: o.real, Fold: o.fold,
		Desc: o.reverse}
	for _, text := range o.keys {
		k, err := parseKey(text, usual)
		if err != nil {
			return opt, cli.Usagef("-k %s: %v", text, err)
		}
		opt.Keys = append(opt.Keys, k)
	}
	if len(o.keys) == 0 && (o.number || o.real || o.blanks || o.fold) {
		opt.Keys = []linesort.Key{usual}
	}
	return opt, nil
}

// command says how lines are sorted like this.
func (o *options) command() string {
	flags := "extsort -lines"
	for _, f := range []struct {
		name  string
		given bool
	}{{"u", o.unique}, {"n", o.number}, {"g", o.real}, {"b", o.blanks}, {"f", o.fold}, {"s", o.stable}, {"z", o.zero}} {
		if f.given {
			flags += " -" + f.name
		}
	}
	if o.separator != "" {
		flags += fmt.Sprintf(" -t %q", o.separator)
	}
	for _, k := range o.keys {
		flags += " -k " + k
	}
	if o.reverse {
		flags += " -r"
	}
	return flags
}

var keyText = regexp.MustCompile(`^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$`)

// parseKey reads FIELD[.CHAR][LETTERS][,FIELD[.CHAR][LETTERS]], as GNU sort has it.
func parseKey(text string, usual linesort.Key) (k linesort.Key, err error) {
	m := keyText.FindStringSubmatch(text)
	if m == nil {
		return k,
			errors.New("a key is like 2 (from field 2 to the end of the line), 2,2 (field 2) or 2,2nr (field 2 by number, downwards)")
	}
	if m[3]+m[6] == "" {
		k = usual
	}
	for _, letter := range m[3] + m[6] {
		switch letter {
		case 'b':
		case 'n':
			k.Number = true
		case 'g':
			k.Real = true
		case 'f':
			k.Fold = true
		case 'r':
			k.Desc = true
		default:
			return k, fmt.Errorf("there is no letter %c for keys: there are b, f, g, n and r", letter)
		}
	}
	if k.Number && k.Real {
		return k, errors.New("n and g exclude each other: g reads exponents, n any number of digits")
	}
	blanks := k.From.Blanks
	if k.From, err = position(m[1], m[2], m[3], blanks); err != nil || m[4] == "" {
		return k, err
	}
	if k.To, err = position(m[4], m[5], m[6], blanks); err != nil {
		return k, err
	}
	if k.To.Field < k.From.Field || k.To.Field == k.From.Field && k.To.Char > 0 && k.To.Char < k.From.Char {
		return k, fmt.Errorf("the key ends before it begins; for two keys write -k 2,2 -k 1,1")
	}
	return k, nil
}

func position(field, char, letters string, blanks bool) (p linesort.KeyPosition, err error) {
	p.Blanks = blanks || strings.Contains(letters, "b")
	if p.Field, err = strconv.Atoi(field); err == nil && char != "" {
		p.Char, err = strconv.Atoi(char)
	}
	if err != nil || p.Field == 0 {
		return p, errors.New("fields count from 1")
	}
	return p, nil
}

func reportLines(env *cli.Env, stats linesort.Stats) {
	if stats.Exponents {
		env.Warnf("numbers like 1e-5 were sorted by what stands before the e: g instead of n reads exponents")
	}
	if stats.CutNumbers {
		env.Warnf("numbers of more than 1,000 bytes were sorted by their first 1,000: " +
			"n instead of g reads all digits, but no exponent")
	}
	if stats.NoField > 0 && stats.Lines > 0 {
		env.Warnf("no line has field %d: is -t right?", stats.NoField)
	}
	env.Stats.Add(cli.Figures{
		"rows_in": stats.Lines, "rows_out": stats.Kept, "partitions": stats.Partitions, "refined": stats.Refined,
		"spilled": stats.Spilled, "long_lines": stats.Long,
	})
}

func (o *options) checkLines(env *cli.Env, opt linesort.Options) error {
	in, err := o.openLines(env, env.Operands()[0])
	if err != nil {
		return err
	}
	err = linesort.Check(in, opt)
	if errors.Is(err, tuple.ErrUnsorted) {
		return &cli.CheckError{Err: err}
	}
	return err
}

// mergeLines looks at all files beforehand but opens each when its turn comes: there may be more than may be open.
func (o *options) mergeLines(env *cli.Env, opt linesort.Options) error {
	names := env.Operands()
	for _, name := range names {
		if err := env.Probe(name); err != nil {
			return err
		}
	}
	out, err := env.CreateLines(lineFiles...)
	if err != nil {
		return err
	}
	if opt.FanIn, err = env.FanIn(names, 256<<10, o.fanIn); err != nil {
		return err
	}
	stats, err := linesort.Merge(out, len(names), func(i int) (*stream.Bytes, error) { return o.openLines(env, names[i]) }, opt)
	reportLines(env, stats)
	return err
}
