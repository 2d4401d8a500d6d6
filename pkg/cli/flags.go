package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/near"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Groups are sets of flags that mean the same in every tool that has them.
type Groups uint

// The groups.
const (
	Memory  Groups                = 1 << iota // -S -T
	Threads                                   // -j
	From                                      // -from: the form of inputs
	To                                        // -to -force: the form of the output
	Wide                                      // -w
	Columns                                   // -columns
	Parquet                                   // -compression
	Form                                      // -to alone: the form of an output without columns
	Tuples  = From | To | Parquet             // for tools that read and write tuples
	Width   = Wide | Columns                  // for tools that take records of any shape
)

// Flags are the flags of one tool: its own, declared on the embedded FlagSet, and those of its groups.
type Flags struct {
	*flag.FlagSet

	groups  Groups
	maxArgs int
	leastS  func() Size
	whatFor func() string // what needs leastS, for the message; nil: the tool as such

	out, tempDir, stats    string
	cpuProfile, memProfile string
	memory                 Size
	threads, width         int
	from, to               stream.Format
	force, header          bool
	quiet, verbose         bool
	version                bool
	compression            parquetio.Compression
	columns                tuple.ColumnList
	needs                  []need
	said                   []string // the flags in the order of the command line
	exclusive              [][]string
	needed                 string            // the flag of Needed
	lacks                  map[string]string // what to say about flags that the tool does not have
	repeatable             []string
	rare                   []string
	sections               []section
	limits                 []limits
	outputs                []string // flags that name files for results, besides -o
	folder                 func() bool
	refused                string // what is wrong with the word for a Choice
	writes                 string // the forms of -to
}

// need says when some flags have an effect.
type need struct {
	flags  []string
	holds  func() bool
	refuse string // what the error says if it does not hold
}

// Needs declares that flags have an effect only if holds returns true after the command line was read. Else they are refused, as
// a flag without effect is a mistake of the user; when names the condition in that error, like "-map".
func (f *Flags) Needs(when string, holds func() bool, flags ...string) {
	f.needs = append(f.needs, need{flags, holds, "is only for " + when})
}

// Without declares flags that cannot be used if there returns true; what names that in the error.
func (f *Flags) Without(what string, there func() bool, flags ...string) {
	f.needs = append(f.needs, need{flags, func() bool { return !there() }, "cannot be used with " + what})
}

// OneOf declares flags of which a command line can have only one.
func (f *Flags) OneOf(flags ...string) { f.exclusive = append(f.exclusive, flags) }

// Needed declares the flag without which the tool does not work. Its value is a file; an operand too many may be this file.
func (f *Flags) Needed(name string) { f.needed = name }

// Lacks declares flags that the tool does not have, but its users may expect. The error for them says what is there instead:
// "-key is -k here".
func (f *Flags) Lacks(instead string, flags ...string) {
	if f.lacks == nil {
		f.lacks = map[string]string{}
	}
	for _, name := range flags {
		f.lacks[name] = instead
	}
}

// Writes declares the forms of the output, like "text, parquet", and the form for names that say none. Without it these are all
// forms, and raw.
func (f *Flags) Writes(forms string, unsaid stream.Format) {
	f.writes = forms
	if to := f.Lookup("to"); to != nil {
		to.Usage = fmt.Sprintf("`FORM` of the output (default by the ending of -o, in upper or lower case, else %s; %s)", unsaid,
			f.forms())
		if !strings.Contains(forms, ",") {
			to.Usage = fmt.Sprintf("`FORM` of the output (default %s, the only form)", forms)
		}
	}
}

// Outputs declares flags that name files for further results, which may be Parquet.
func (f *Flags) Outputs(flags ...string) { f.outputs = append(f.outputs, flags...) }

// Folder declares that -o is a folder of parts if holds returns true after the command line was read.
func (f *Flags) Folder(holds func() bool) { f.folder = holds }

// besides are the files of all outputs besides -o, as far as they are declared, in the order of the command line.
func (f *Flags) besides() (names []string) {
	outputs := append([]string{"stats", "cpuprofile", "memprofile"}, f.outputs...)
	for _, name := range f.said {
		if slices.Contains(outputs, name) {
			names = append(names, f.Lookup(name).Value.String())
		}
	}
	return names
}

// forms says which forms -to takes.
func (f *Flags) forms() string {
	if !strings.Contains(f.writes, ",") {
		return "the only form is " + f.writes
	}
	return "the forms are " + f.writes
}

// LeastS declares the least -S of a tool for which that depends on other flags.
func (f *Flags) LeastS(size func() Size) { f.leastS = size }

// LeastFor declares what may need the least -S of LeastS, for the message: "for -n 9", or "".
func (f *Flags) LeastFor(what func() string) { f.whatFor = what }

// parquets is how many outputs are Parquet, as far as the command line says it.
func (f *Flags) parquets() (n int64) {
	out := f.to == stream.Parquet || f.writes == string(stream.Parquet)
	f.Visit(func(g *flag.Flag) {
		switch parquet := stream.OutFormat(g.Value.String(), stream.Auto) == stream.Parquet; {
		case parquet && g.Name == "o":
			out = true
		case parquet && slices.Contains(f.outputs, g.Name):
			n++
		}
	})
	if out {
		n++
	}
	return n
}

// readsParquet reports whether an input is Parquet, as far as -from and the names of files say it.
func (f *Flags) readsParquet(operands []string) bool {
	reads := slices.ContainsFunc(operands, func(name string) bool { return stream.OutFormat(name, f.from) == stream.Parquet })
	f.Visit(func(g *flag.Flag) {
		if g.Name != "o" && g.Name != "stats" && !slices.Contains(f.outputs, g.Name) {
			reads = reads || stream.OutFormat(g.Value.String(), stream.Auto) == stream.Parquet
		}
	})
	return reads && f.groups&From != 0
}

// WritesParquet reports whether an output is Parquet, as far as the command line says it.
func (f *Flags) WritesParquet() bool { return f.parquets() > 0 }

func (f *Flags) setTo(form string) error {
	if f.to = stream.Format(form); !slices.Contains(strings.Split(f.writes, ", "), form) {
		return errors.New(f.forms())
	}
	return nil
}

// Given reports whether a flag was on the command line.
func (f *Flags) Given(name string) (given bool) {
	f.Visit(func(g *flag.Flag) { given = given || g.Name == name })
	return given
}

// Repeatable declares flags that may be given more than once, each time for something more. Any other flag that is
// given twice with different values is refused; of flags that only say how to work, the last one counts.
func (f *Flags) Repeatable(flags ...string) { f.repeatable = append(f.repeatable, flags...) }

// Section declares flags that the manual lists under a head of their own, "flags for …", behind those without one.
func (f *Flags) Section(head string, flags ...string) {
	f.sections = append(f.sections, section{head, flags})
}

// Rare declares flags that few users need: the manual lists them last.
func (f *Flags) Rare(flags ...string) { f.rare = append(f.rare, flags...) }

// unknown is the error for a flag that the tool does not have.
func (f *Flags) unknown(name string) error {
	if instead := f.lacks[name]; instead != "" {
		return Usagef("-%s %s", name, instead)
	}
	if _, err := strconv.Atoi(name); err == nil && f.maxArgs >= 0 {
		return Usagef("no such flag: -%s; an operand that begins with - needs -- before it", name)
	}
	if best := f.nearest(name); best != "" {
		return Usagef("no such flag: -%s; the nearest is -%s", name, best)
	}
	return Usagef("no such flag: -%s", name)
}

// nearest is the flag that begins like a name, or differs from it by a letter or two; "" if there is none.
func (f *Flags) nearest(name string) (best string) {
	least := min(3, len(name)/2+1)
	f.VisitAll(func(g *flag.Flag) {
		n := near.Distance([]byte(name), []byte(g.Name), math.MaxInt)
		if len(name) > 2 && strings.HasPrefix(g.Name, name) {
			n = 0
		}
		if n < least && len(g.Name) > 1 {
			best, least = g.Name, n
		}
	})
	return best
}

// checkNeeds refuses flags that were given but would have no effect.
func (f *Flags) checkNeeds() (err error) {
	for _, set := range f.exclusive {
		var given []string
		f.Visit(func(g *flag.Flag) {
			if slices.Contains(set, g.Name) {
				given = append(given, "-"+g.Name)
			}
		})
		if len(given) > 1 {
			return Usagef("%s cannot be combined", strings.Join(given, " and "))
		}
	}
	f.Visit(func(g *flag.Flag) {
		for _, n := range f.needs {
			if err == nil && slices.Contains(n.flags, g.Name) && !n.holds() {
				err = Usagef("-%s %s", g.Name, n.refuse)
			}
		}
	})
	return err
}

func newFlags(c *Command) *Flags {
	f := &Flags{
		FlagSet: flag.NewFlagSet(c.Name, flag.ContinueOnError),
		groups:  c.Groups, maxArgs: c.MaxArgs, leastS: func() Size { return cmp.Or(c.LeastS, LeastMemory) },
	}
	f.SetOutput(io.Discard)
	f.OneOf("q", "v")
	f.Repeatable("S", "T", "j", "q", "v", "force")
	f.StringVar(&f.out, "o", "", "write to `FILE`, which appears whole or not at all, even if it is an input")
	f.StringVar(&f.stats, "stats", "", "write what was done, as one JSON object, to `FILE`")
	f.BoolVar(&f.quiet, "q", false, "no progress, no warnings")
	f.BoolVar(&f.verbose, "v", false, "progress also where stderr is not a terminal, and a summary at the end")
	f.BoolVar(&f.version, "version", false, "print the version")
	f.StringVar(&f.cpuProfile, "cpuprofile", "", "write a CPU profile to `FILE`")
	f.StringVar(&f.memProfile, "memprofile", "", "write a heap profile to `FILE`")
	f.memory = 1 << 30
	f.threads = min(runtime.GOMAXPROCS(0), maxThreads)
	if c.Groups&Memory != 0 {
		f.Var(&f.memory, "S",
			"memory to use, `SIZE` like 512M, 2G or 25% of the machine's; plus 16M for the program and 1M a thread")
		f.StringVar(&f.tempDir, "T", "", "`DIR` for temporary files (default $TMPDIR)")
	}
	if c.Groups&Threads != 0 {
		f.IntVar(&f.threads, "j", f.threads,
			"`N` threads, at most 256, in tools with -S also at most one for each 4M of it; the result does not depend on N")
	}
	if c.Groups&From != 0 {
		f.Var(&f.from, "from", "`FORM` of the inputs: "+stream.Formats()+
			" (default by the ending, in upper or lower case, else raw)")
	}
	if c.Groups&(To|Form) != 0 {
		f.Func("to", "", f.setTo)
		f.Writes(stream.WrittenFormats(), stream.Raw)
	}
	if c.Groups&(From|To) != 0 {
		f.BoolVar(&f.force, "force", false, "take raw input that looks like text, Parquet or scores; write binary to a terminal")
	}
	if c.Groups&Parquet != 0 {
		Choice(f, &f.compression, "compression", parquetio.Zstd,
			"compress the pages of Parquet by `WORD`: zstd, snappy or none", parquetio.Compressions)
		f.Needs("Parquet, which is not written", f.WritesParquet, "compression")
	}
	if c.Groups&(From|To) != 0 {
		f.BoolVar(&f.header, "header", false, "text has a first line with the names of its columns, as csv always has")
	}
	if c.Groups&Wide != 0 {
		f.IntVar(&f.width, "w", 0, "`N` columns a record, where a name like *.t2 does not say it")
		f.Range(1, tuple.MaxWidth, "w")
	}
	if c.Groups&Columns != 0 {
		f.ColumnsVar(&f.columns, "columns",
			"names and kinds of the columns of the input: `LIST` like src,dst or page:id,rank:f32")
	}
	return f
}

// maxThreads is the most that -j takes: each thread has buffers and a stack.
const maxThreads = 256

// LeastMemory is the least -S, unless a tool sets LeastS: with less there is no memory for the buffers of inputs and outputs.
const LeastMemory = 4 << 20

// KeyVar declares a flag that is a list of columns: 2,1 or 2r,1.
func (f *Flags) KeyVar(p *tuple.Order, name, usage string) { f.Var((*orderValue)(p), name, usage) }

// ColumnsVar declares a flag that names columns and their kinds: src,dst or page:id,rank:f32.
func (f *Flags) ColumnsVar(p *tuple.ColumnList, name, usage string) {
	p.Flag = name
	f.Func(name, usage, func(s string) (err error) {
		*p, err = tuple.ParseColumns(s)
		p.Flag = name
		return err
	})
}

// Choice declares a flag that takes one of some words. The value may be none of them.
func Choice[T ~string](f *Flags, p *T, name string, value T, usage string, words []T) {
	*p = value
	f.Var(&choice[T]{f, p, name, words}, name, usage)
}

type choice[T ~string] struct {
	flags *Flags
	word  *T
	name  string
	words []T
}

func (c *choice[T]) Set(s string) error {
	if *c.word = T(s); slices.Contains(c.words, T(s)) {
		return nil
	}
	c.flags.refused = fmt.Sprintf("-%s must be %s, not %q", c.name, Words(c.words, "or"), s)
	return errors.New(c.flags.refused)
}

func (c *choice[T]) String() string {
	if c.word == nil {
		return ""
	}
	return string(*c.word)
}

// Words is a list of words: a, b or c.
func Words[T ~string](words []T, conjunction string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" " + conjunction + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

type orderValue tuple.Order

func (o *orderValue) String() string { return tuple.Order(*o).String() }
func (o *orderValue) Set(s string) error {
	v, err := tuple.ParseOrder(s, 0)
	*o = orderValue(v)
	return err
}

// explain says what a flag takes, where package flag says only that its value is none.
func (f *Flags) explain(err error) string {
	if f.refused != "" {
		return f.refused
	}
	text, wrong := strings.CutSuffix(err.Error(), ": parse error")
	if !wrong {
		return text
	}
	_, name, _ := strings.Cut(text, " for flag -")
	words := "write a number"
	if known := f.Lookup(name); known != nil {
		switch known.Value.(flag.Getter).Get().(type) {
		case int:
			words = "write a whole number in digits, like 4"
		case int64, uint64:
			words = "write a whole number in digits, like 1000000"
		}
	}
	return text + ": " + words
}

// parse reads the command line into env. Flags and operands may come in any order, up to --.
func (f *Flags) parse(args []string, env *Env) error {
	f.VisitAll(func(g *flag.Flag) {
		said := func() { f.said = append(f.said, g.Name) }
		g.Value = &checked{Value: g.Value, repeats: slices.Contains(f.repeatable, g.Name), said: said}
	})
	for {
		err := f.Parse(f.split(args))
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		if err != nil {
			if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); unknown {
				return f.unknown(name)
			}
			return Usagef("%s", f.explain(err))
		}
		rest := f.Args()
		if len(rest) == 0 {
			break
		}
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			env.Args = append(env.Args, rest...)
			break
		}
		n := 1 // there may be many operands before the next flag
		for n < len(rest) && !strings.HasPrefix(rest[n], "-") {
			n++
		}
		env.Args = append(env.Args, rest[:n]...)
		args = rest[n:]
	}
	return f.fill(env)
}

// split takes values off the flags they are glued to, and apart flags of one letter that are, as sort and tar allow: -S2G, -k2,1,
// -rn. It stops at the first operand.
func (f *Flags) split(args []string) []string {
	out, args := make([]string, 0, 2*len(args)), slices.Clone(args)
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" || a == "-" || !strings.HasPrefix(a, "-") {
			return append(out, args[i:]...)
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		whole, short := f.Lookup(name), f.Lookup(a[1:2])
		if whole == nil && short != nil && isBool(short) && f.lacks[name] == "" && f.letters(a[1:]) {
			out = append(out, a[:2])
			args[i], i = "-"+a[2:], i-1
			continue
		}
		switch {
		case whole == nil && short != nil && !isBool(short) && f.lacks[name] == "" && mayJoin(short, a[2:]):
			out = append(out, a[:2], a[2:])
		case whole != nil && !hasValue && !isBool(whole) && i+1 < len(args):
			out = append(out, a, args[i+1])
			i++
		default:
			out = append(out, a)
		}
	}
	return out
}

// letters reports whether glued flags are flags without a value, but for the last, whose value may follow if it is no
// word: -nk2, not -nosuch.
func (f *Flags) letters(glued string) bool {
	for i := range glued {
		known := f.Lookup(glued[i : i+1])
		if known == nil || !isBool(known) {
			return known != nil && (i+1 == len(glued) || strings.IndexByte("0123456789.,\t", glued[i+1]) >= 0)
		}
	}
	return true
}

// mayJoin reports whether the rest of a word can be the value of a short flag: that of a number begins with a digit.
func mayJoin(short *flag.Flag, rest string) bool {
	if value, ok := short.Value.(flag.Getter); ok {
		switch value.Get().(type) {
		case int, int64, uint64, float64:
			return strings.IndexByte("0123456789.+-", rest[0]) >= 0
		}
	}
	return true
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// checkOperands refuses operands that are too many, and a command line without the flag of Needed.
func (f *Flags) checkOperands(args []string) error {
	many := f.maxArgs < 0 && len(args) > 0 || f.maxArgs > 0 && len(args) > f.maxArgs
	missing := f.needed != "" && !f.Given(f.needed) && !f.version
	switch {
	case many && missing:
		operand := args[max(0, f.maxArgs)]
		return Usagef("unexpected operand %q: -%s is needed: if this is its file, say -%s %s", operand, f.needed, f.needed, operand)
	case many && f.maxArgs == 1 && f.groups&From != 0:
		return Usagef("unexpected operand %q: one input is read; extsort -m makes one of sorted files, cat of others", args[1])
	case many:
		return Usagef("unexpected operand %q", args[max(0, f.maxArgs)])
	case missing:
		return Usagef("-%s is needed", f.needed)
	}
	return nil
}

// fill checks the values and hands them to env.
func (f *Flags) fill(env *Env) error {
	if err := f.checkOperands(env.Args); err != nil {
		return err
	}
	if err := f.checkLimits(); err != nil {
		return err
	}
	if f.threads < 1 || f.threads > maxThreads {
		return Usagef("-j must be 1 … %d", maxThreads)
	}
	least, parquets := int64(f.leastS()), f.parquets()
	if need, what := f.leastAsked(least, parquets, env.Args); f.groups&Memory != 0 && int64(f.memory) < need {
		return tooSmall(need, what)
	}
	if err := f.checkNeeds(); err != nil {
		return err
	}
	if len(env.Args) == 1 && env.Args[0] == "help" && env.Probe("help") != nil {
		return Usagef("there is no file help: -h prints the manual")
	}
	env.Memory, env.TempDir, env.Threads = int64(f.memory), f.tempDir, f.threads
	env.Shape = Shape{Width: f.width, Columns: f.columns}
	if f.groups&Memory != 0 {
		env.Threads = work.Threads(f.threads, env.Memory, work.ToolThread)
	}
	env.Quiet, env.Verbose = f.quiet, f.verbose
	env.Header = f.header
	env.given = given{out: f.out, stats: f.stats, from: f.from, to: f.to, noFrom: f.groups&From == 0, force: f.force,
		compression: f.compression}
	env.asked, env.least, env.parquets, env.threads = env.Memory, least, parquets, f.threads
	return nil
}

const mostSize = 1 << 50

// leastAsked is the least -S that the command line alone asks for, and what needs it.
func (f *Flags) leastAsked(least, parquets int64, operands []string) (need int64, what string) {
	need, what = leastFor(least, parquets)
	if parquets > 0 && need < leastParquet && f.readsParquet(operands) {
		return leastParquet, readAndWrite
	}
	if f.whatFor == nil || f.whatFor() == "" {
		return need, what
	}
	if what != "" {
		what = " and " + what
	}
	return need, f.whatFor() + what
}

// Size is a number of bytes as a flag: 64K, 512M, 2G, 1T, or 25% of the machine's memory.
type Size int64

func (s *Size) String() string { return work.Bytes(int64(*s)) }

// Set implements flag.Value.
func (s *Size) Set(text string) error {
	number := strings.TrimRight(text, "%bBikKmMgGtT")
	unit := strings.ToUpper(text[len(number):])
	factor := map[string]float64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
	scale, known := factor[strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")]
	if unit == "%" {
		scale, known = float64(PhysicalMemory())/100, true
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !known || !(n >= 0) || n*scale < 1 || n*scale > mostSize {
		return fmt.Errorf("%q is not a size like 512M, 2G or 25%%", text)
	}
	if unit == "%" && n > 100 {
		return fmt.Errorf("%q is more memory than the machine has", text)
	}
	*s = Size(n * scale)
	return nil
}
