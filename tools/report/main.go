// Report makes one HTML page of a folder of results.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "report",
	Synopsis: "make a self-contained HTML page of results",
	Purpose:  cli.Results,
	Usage:    []string{"DIR"},
	Manual:   manual,
	In:       "a folder with what \"make CRAWL=…\" leaves; pairs (id, value) in it sorted by id",
	Out:      "an HTML page with its pictures in it; it needs no network",
	Memory:   "20 MB, whatever the size of the folder",
	Passes:   "two over ranks, degrees, hosts and sizes of layers, one over each of the other files that a section needs",
	Examples: []cli.Example{
		{Does: "look at a crawl", Line: "report -o report.html ."},
		{Does: "with a title of its own", Line: "report -title 'Crawl of spring' . > spring.html"},
	},
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
