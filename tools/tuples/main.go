// Tuples converts, cuts, counts and checks tuple streams.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/tuples"
)

func main() { cli.Main(tuples.Command()) }
