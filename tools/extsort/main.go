// Extsort sorts tuple streams and text larger than memory.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/extsort"
)

func main() { cli.Main(extsort.Command) }
