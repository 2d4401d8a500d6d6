package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Groups are sets of flags that mean the same in every tool that has them.
type Groups uint

// The groups.
const (
	Memory  Groups = 1 << iota // -S -T
	Threads                    // -j
	Tuples                     // -from -to -force: forms of tuple streams
	Width                      // -w, for tools that take records of any width
)

// Flags are the flags of one tool: its own, declared on the embedded FlagSet, and those of its groups.
type Flags struct {
	*flag.FlagSet
	groups  Groups
	maxArgs int

	out, tempDir, stats    string
	cpuProfile, memProfile string
	memory                 Size
	threads, width         int
	from, to               stream.Format
	force, quiet, verbose  bool
	version                bool
}

func newFlags(c *Command) *Flags {
	f := &Flags{FlagSet: flag.NewFlagSet(c.Name, flag.ContinueOnError), groups: c.Groups, maxArgs: c.MaxArgs}
	f.SetOutput(io.Discard)
	f.StringVar(&f.out, "o", "", "write to `FILE`, which appears whole or not at all; it may be one of the inputs")
	f.StringVar(&f.stats, "stats", "", "write what was done, as one JSON object, to `FILE`")
	f.BoolVar(&f.quiet, "q", false, "no progress, no warnings")
	f.BoolVar(&f.verbose, "v", false, "progress also where stderr is not a terminal, and a summary at the end")
	f.BoolVar(&f.version, "version", false, "print the version")
	f.StringVar(&f.cpuProfile, "cpuprofile", "", "write a CPU profile to `FILE`")
	f.StringVar(&f.memProfile, "memprofile", "", "write a heap profile to `FILE`")
	f.memory = 1 << 30
	f.threads = runtime.GOMAXPROCS(0)
	if c.Groups&Memory != 0 {
		f.Var(&f.memory, "S", "memory to use, `SIZE` like 512M, 2G or 25% of the machine's")
		f.StringVar(&f.tempDir, "T", "", "`DIR` for temporary files (default $TMPDIR)")
	}
	if c.Groups&Threads != 0 {
		f.IntVar(&f.threads, "j", f.threads, "threads; the result does not depend on it")
	}
	if c.Groups&Tuples != 0 {
		f.Var(&f.from, "from", "`FORM` of the inputs: "+stream.Formats()+" (default by name, raw on a pipe)")
		f.Var(&f.to, "to", "`FORM` of the output, likewise")
		f.BoolVar(&f.force, "force", false, "take raw input that looks like text or Parquet, write binary to a terminal")
	}
	if c.Groups&Width != 0 {
		f.IntVar(&f.width, "w", 0, "columns of a record, where a name like *.t2 does not say it")
	}
	return f
}

// KeyVar declares a flag that is a list of columns: 2,1 or 2r,1.
func (f *Flags) KeyVar(p *tuple.Order, name, usage string) { f.Var((*orderValue)(p), name, usage) }

type orderValue tuple.Order

func (o *orderValue) String() string { return tuple.Order(*o).String() }
func (o *orderValue) Set(s string) error {
	v, err := tuple.ParseOrder(s, 0)
	*o = orderValue(v)
	return err
}

// parse reads the command line into env. Flags and operands may come in any order, up to --.
func (f *Flags) parse(args []string, env *Env) error {
	for {
		err := f.Parse(f.split(args))
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		if err != nil {
			return Usagef("%s", strings.Replace(err.Error(), "flag provided but not defined: ", "no such flag: ", 1))
		}
		rest := f.Args()
		if len(rest) == 0 {
			break
		}
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			env.Args = append(env.Args, rest...)
			break
		}
		env.Args = append(env.Args, rest[0])
		args = rest[1:]
	}
	return f.fill(env)
}

// split takes values off the flags they are glued to, as sort and tar allow: -S2G, -k2,1, -j2. It stops at the first operand.
func (f *Flags) split(args []string) []string {
	out := make([]string, 0, 2*len(args))
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" || a == "-" || !strings.HasPrefix(a, "-") {
			return append(out, args[i:]...)
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		whole, short := f.Lookup(name), f.Lookup(a[1:2])
		switch {
		case whole == nil && short != nil && !isBool(short):
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

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// fill checks the values and hands them to env.
func (f *Flags) fill(env *Env) error {
	if f.maxArgs < 0 && len(env.Args) > 0 || f.maxArgs > 0 && len(env.Args) > f.maxArgs {
		return Usagef("unexpected operand %q", env.Args[max(0, f.maxArgs)])
	}
	if f.threads < 1 {
		return Usagef("-j must be at least 1")
	}
	if f.groups&Width != 0 && (f.width < 0 || f.width > tuple.MaxWidth) {
		return Usagef("-w must be 1 … %d", tuple.MaxWidth)
	}
	env.Memory, env.TempDir, env.Threads, env.Width = int64(f.memory), f.tempDir, f.threads, f.width
	env.Quiet, env.Verbose = f.quiet, f.verbose
	env.out, env.from, env.to, env.force = f.out, f.from, f.to, f.force
	return nil
}

// Size is a number of bytes as a flag: 64K, 512M, 2G, 1T, or 25% of the machine's memory.
type Size int64

func (s *Size) String() string {
	for i, unit := range []string{"T", "G", "M", "K"} {
		if b := Size(1) << (40 - 10*i); *s >= b && *s%b == 0 {
			return fmt.Sprintf("%d%s", *s/b, unit)
		}
	}
	return fmt.Sprint(int64(*s))
}

// Set implements flag.Value.
func (s *Size) Set(text string) error {
	number := strings.TrimRight(text, "%bBkKmMgGtT")
	unit := strings.ToUpper(text[len(number):])
	factor := map[string]float64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
	scale, known := factor[strings.TrimSuffix(unit, "B")]
	if unit == "%" {
		scale, known = float64(PhysicalMemory())/100, true
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !known || !(n >= 0) || n*scale < 1 || n*scale > 1<<50 {
		return fmt.Errorf("%q is not a size like 512M, 2G or 25%%", text)
	}
	*s = Size(n * scale)
	return nil
}
