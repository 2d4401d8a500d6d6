// Webmill-beam runs jobs of webmill as pipelines of Apache Beam.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/tools/beam/jobs"
)

func main() {
	// A runner starts a worker without the name of a job; then Init does its work and does not return.
	if len(os.Args) < 2 || strings.HasPrefix(os.Args[1], "-") {
		flag.Usage = usage
		flag.Parse()
		beam.Init()
		usage()
		os.Exit(2)
	}
	at := slices.IndexFunc(jobs.Kinds, func(k jobs.Kind) bool { return k.Name == os.Args[1] })
	if at < 0 {
		fail(jobs.Usage{Err: fmt.Errorf("there is no job %s", os.Args[1])})
	}
	kind := jobs.Kinds[at]
	own := flag.NewFlagSet(kind.Name, flag.ExitOnError)
	job := jobs.Declare(kind, own)
	own.VisitAll(func(f *flag.Flag) { flag.Var(f.Value, f.Name, f.Usage) })
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "usage: webmill-beam %s [flags] INPUT...\n\n%s\n\n", kind.Name, kind.Does)
		own.PrintDefaults()
		fmt.Fprintln(os.Stderr, "\nand the flags of Beam, like --runner, --endpoint, --environment_type (docs/cluster.md)")
	}
	flag.CommandLine.Parse(os.Args[2:])
	beam.Init()
	if err := jobs.Run(context.Background(), kind, job, flag.Args()); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintf(os.Stderr, "webmill-beam: %v\n", err)
	if usage := (jobs.Usage{}); errors.As(err, &usage) {
		os.Exit(2)
	}
	os.Exit(1)
}

func usage() {
	fmt.Fprint(os.Stderr, "usage: webmill-beam JOB [flags] INPUT...\n\njobs; webmill-beam JOB -h lists the flags:\n")
	for _, k := range jobs.Kinds {
		fmt.Fprintf(os.Stderr, "  %-12s %s\n", k.Name, k.Does)
	}
}
