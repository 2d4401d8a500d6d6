// Webmill-beam runs jobs of webmill as pipelines of Apache Beam.
package main

import (
	"os"

	"webmill/tools/beam/jobs"
)

func main() { os.Exit(jobs.Main(os.Args[1:])) }
