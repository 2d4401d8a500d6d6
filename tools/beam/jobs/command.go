package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/stream"
)

// Main runs the program, and returns its exit status.
func Main(args []string) int {
	// A runner starts a worker without the name of a job. Init then does the work of the worker, and does not return.
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		flag.Usage = usage
		flag.CommandLine.Parse(args)
		beam.Init()
		usage()
		return 2
	}
	if serve := services[args[0]]; serve != nil {
		return said(listen(serve, args[1:]))
	}
	at := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == args[0] })
	if at < 0 {
		return said(Usage{fmt.Errorf("there is no job %s: webmill-beam -h lists the jobs", args[0])})
	}
	kind, own := Kinds[at], flag.NewFlagSet(args[0], flag.ExitOnError)
	job := Declare(kind, own)
	own.VisitAll(func(f *flag.Flag) { flag.Var(f.Value, f.Name, f.Usage) })
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "usage: webmill-beam %s [flags] INPUT...\n\n%s\n\nINPUT: %s\n\n", kind.Name, kind.Does, kind.Reads)
		own.PrintDefaults()
		fmt.Fprintln(os.Stderr, "\nThe flags of Beam, like --runner, --endpoint and --environment_type, may be given too (docs/cluster.md).")
		fmt.Fprintln(os.Stderr, "Files and folders may be in a store, gs://BUCKET/NAME or s3://BUCKET/NAME. Copies of them are below -T.")
	}
	inputs := parse(flag.CommandLine, args[1:])
	beam.Init()
	return said(Run(context.Background(), kind, job, inputs))
}

// parse sets flags, which may also come after inputs, and returns the inputs.
func parse(f *flag.FlagSet, args []string) (inputs []string) {
	for len(args) > 0 {
		f.Parse(args)
		if used := len(args) - f.NArg(); f.NArg() == 0 || used > 0 && args[used-1] == "--" {
			return append(inputs, f.Args()...)
		}
		inputs, args = append(inputs, f.Arg(0)), f.Args()[1:]
	}
	return inputs
}

// said prints an error and returns the exit status that belongs to it.
func said(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(os.Stderr, "webmill-beam: %v\n", err)
	switch {
	case errors.As(err, new(Usage)), errors.As(err, new(*stream.Misuse)):
		return 2
	case errors.As(err, new(Unfinished)):
		return 3
	}
	return 1
}

func usage() {
	fmt.Fprint(os.Stderr, "usage: webmill-beam JOB [flags] INPUT...\n\nThe jobs are; webmill-beam JOB -h lists their flags:\n")
	for _, k := range Kinds {
		fmt.Fprintf(os.Stderr, "  %-12s %s\n", k.Name, k.Does)
	}
	fmt.Fprint(os.Stderr, "\nusage: webmill-beam prism|worker PORT: a runner for tests, or its worker, on this machine\n")
}
