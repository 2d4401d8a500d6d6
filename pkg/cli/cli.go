// Package cli is what all tools share: the flags, the manual, -o, -S and -stats, the exit status.
//
// A tool is a Command value and a main that calls Main. No operand, or -, is standard input; the result goes to standard
// output or, with -o, to a file that appears whole or not at all. -h prints the manual. The same flag means the same
// thing in every tool, so flags shared by several come in Groups. A tool ends with 0 (done), 1 (failed, one line on
// stderr), 2 (wrong usage), 3 (finished, but some input was skipped or the result has not converged) or 4 (a check failed,
// or what was asked for is not there).
//
//	cli.go       Command, Main, how a run ends
//	checked.go   values of flags: given once, not empty, decimal
//	flags.go     the flags that all tools or groups of them share
//	ranges.go    what the numbers of flags may be
//	manual.go    what -h prints
//	env.go       Env: what a tool runs with, and how a run goes
//	inputs.go    its inputs
//	outputs.go   its outputs
//	clash.go     the rule of files that are both read and written
//	budget.go    memory and threads: what inputs and outputs take of -S, and which -S would be enough
//	messages.go  warnings, and what is missing in the result
//	stats.go     -stats
//	progress.go  how far a run is, on a terminal
//	stop.go      how a signal makes a tool end in order
//
// What depends on the system is in process_unix.go, memory_linux.go and memory_other.go.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"webmill/pkg/par"
	"webmill/pkg/stream"
	"webmill/pkg/valid"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Version is set by the Makefile.
var Version = "devel"

// Command describes a tool. The texts make the manual and the table of tools in the README.
type Command struct {
	Name     string
	Synopsis string   // one line: what the tool does
	Purpose  Purpose  // what people use it for
	Usage    []string // the operands: "[FILE...]", one line for each way to call
	Manual   string   // what it does, in paragraphs
	In, Out  string   // one line each: the stream and its order
	Memory   string   // the bound, as a formula
	Passes   string   // over the data
	Examples []Example
	Groups   Groups
	MaxArgs  int  // operands allowed; 0: any number, -1: none
	LeastS   Size // the least -S that the tool accepts; 0: 4M
	// When the tool ends with 3, and when with 4, for the manual; "": never.
	Partial, Check string
	// Setup declares the tool's own flags and returns what runs it.
	Setup func(f *Flags) func(env *Env) error
}

// A Purpose is what people use a tool for. The table in the README lists the tools by purpose.
type Purpose string

// The purposes of the tools.
const (
	Fetch     Purpose = "fetch a crawl"
	ReadCrawl Purpose = "read a crawl"
	Ids       Purpose = "exchange strings and ids"
	Streams   Purpose = "sort, join, convert"
	Graphs    Purpose = "make or walk a graph"
	Ranks     Purpose = "rank pages"
	Terms     Purpose = "weigh words"
	Clusters  Purpose = "cluster and judge documents"
	Names     Purpose = "find names"
	Results   Purpose = "compare and show"
)

// Example is a command line for the manual. The tests run it.
type Example struct{ Does, Line string }

// Exit codes.
const (
	exitDone    = 0
	exitFailed  = 1
	ExitUsage   = 2
	ExitPartial = 3
	exitCheck   = 4
	exitPipe    = 128 + int(syscall.SIGPIPE)
)

// CheckError is a check that said no: it is printed like a failure, but ends with exit code 4, and -stats is written.
type CheckError struct {
	Err  error
	Done bool // the outputs are whole all the same: they appear as after a success
}

func (e *CheckError) Error() string { return e.Err.Error() }
func (e *CheckError) Unwrap() error { return e.Err }

// usageError is a mistake in the command line.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

// Usagef returns an error that ends the tool as wrongly used.
func Usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// Main runs a tool on the process's arguments and standard streams and ends the process.
func Main(c Command) {
	onSignals()
	os.Exit(Run(c, os.Args[1:], os.Stdin, os.Stdout, messages(), vfs.OS))
}

// Run runs a tool and returns its exit code.
func Run(c Command, args []string, stdin, stdout vfs.File, stderr io.Writer, sys vfs.FS) int {
	env := &Env{Messages: Messages{Stderr: stderr}, Stdin: stdin, Stdout: stdout, FS: sys}
	return env.exit(&c, env.run(&c, args))
}

// RunWithin runs a tool, without stdin and stdout, in a process that does other work too. The process bounds its heap itself. The
// error is what the tool says if the exit code is neither 0 nor ExitPartial.
func RunWithin(c Command, args []string, stderr io.Writer, sys vfs.FS) (code int, err error) {
	env := &Env{Messages: Messages{Stderr: stderr}, Budget: Budget{within: true}, FS: sys}
	err = env.run(&c, args)
	return env.exit(&c, err), err
}

func (env *Env) run(c *Command, args []string) error {
	env.tool = c.Name
	flags := newFlags(c)
	run := c.Setup(flags)
	err := flags.parse(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return env.answer(manual(c, flags))
	case err == nil && flags.version:
		return env.answer(fmt.Sprintf("%s (webmill) %s\n", c.Name, Version))
	}
	if err == nil {
		err = env.do(flags, run)
	}
	var small *work.MemoryError
	if errors.As(err, &small) {
		what := "for " + small.For
		if small.Try > 0 {
			what += fmt.Sprintf(", and more may follow: try -S %dM", work.MiB(env.SizeFor(small.Try)))
		}
		err = tooSmall(env.SizeFor(small.Least), what)
	}
	return err
}

// answer prints what -h and -version say.
func (env *Env) answer(text string) error {
	if vfs.Closed(env.Stdout) {
		return errors.New("stdout is closed")
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// exit reports how the run ended and chooses the exit code.
func (env *Env) exit(c *Command, err error) int {
	var usage *usageError
	var misuse *stream.Misuse
	var check *CheckError
	var trace *par.Panic
	switch {
	case err == nil:
		missing := env.missing()
		for _, line := range missing {
			fmt.Fprintf(env.Stderr, "%s: %s\n", c.Name, line)
		}
		if missing != nil {
			return ExitPartial
		}
		return exitDone
	case errors.Is(err, syscall.EPIPE):
		return exitPipe
	case errors.As(err, &usage), errors.As(err, &misuse):
		fmt.Fprintf(env.Stderr, "%s: %s%s (see %s -h)\n", c.Name, oneLine(err), env.unsized(c), c.Name)
		return ExitUsage
	case errors.As(err, &check):
		fmt.Fprintf(env.Stderr, "%s: %s\n", c.Name, oneLine(err))
		return exitCheck
	}
	fmt.Fprintf(env.Stderr, "%s: %s\n", c.Name, oneLine(err))
	if errors.As(err, &trace) && env.Verbose {
		env.Stderr.Write(trace.Stack)
	}
	return exitFailed
}

// oneLine makes one line of an error, without the control bytes that names and strings may contain. Joined errors are separated
// by semicolons.
func oneLine(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, err := range joined.Unwrap() {
			lines = append(lines, oneLine(err))
		}
		return strings.Join(lines, "; ")
	}
	text := err.Error()
	if joined := joinedBelow(err); joined != "" {
		text = strings.ReplaceAll(text, joined, strings.ReplaceAll(joined, "\n", "; "))
	}
	return string(valid.OneLine(nil, text, '?'))
}

// joinedBelow is the text of errors that were joined and then wrapped, or "".
func joinedBelow(err error) string {
	for ; err != nil; err = errors.Unwrap(err) {
		if _, ok := err.(interface{ Unwrap() []error }); ok {
			return err.Error()
		}
	}
	return ""
}

func (c *Command) usageLines() []string {
	if len(c.Usage) == 0 {
		return []string{c.Name + " [flags]"}
	}
	lines := make([]string, len(c.Usage))
	for i, u := range c.Usage {
		lines[i] = c.Name + " [flags] " + u
	}
	return lines
}
