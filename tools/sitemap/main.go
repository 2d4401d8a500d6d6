// Sitemap makes the tree of the menus of each host of a crawl.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "sitemap",
	Synopsis: "the menus of a site",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "lines of nav-links; the lines of a page stand together",
	Out:      "text; JSON or XML by the name of -o or by -to; hosts in the order of dict",
	Memory:   "-S in all, at least 16M. What does not fit goes to temporary files",
	Passes:   "1. Links, as pairs of numbers, go to a temporary file, which is read again; pages are sorted for each output",
	Examples: []cli.Example{
		{Does: "the menus of all sites of a crawl", Line: "link-groups crawl.warc.gz | nav-links | sitemap"},
		{Does: "for search engines, the pages of the site with most pages",
			Line: "link-groups crawl.warc.gz | nav-links | sitemap -host largest -o sitemap.xml"},
		{Does: "the same trees in all three forms, of one reading",
			Line: "sitemap -trees menus.jsonl -xml sitemap.xml -o menus.txt labels.tsv"},
		{Does: "for a program, with the pages that no menu reaches", Line: "nav-links groups.tsv | sitemap -unreached -to json"},
	},
	Partial: "some lines were left out",
	Groups:  cli.Memory | cli.Threads | cli.Form,
	MaxArgs: 1,
	LeastS:  leastMemory,
	Setup:   setup,
}

const leastMemory = 16 << 20

func main() { cli.Main(command) }
