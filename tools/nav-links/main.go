// Nav-links tells which links of a crawl are navigation and which are content.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "nav-links",
	Synopsis: "which links are navigation",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "lines of link-groups, or its Parquet, all of a crawl; the lines of a page stand together",
	Out:      "lines source, target, label, reason (and scope by -method thesis), or source, target; Parquet if FILE of -o ends in .parquet",
	Memory:   "-S in all, at least 16M, or 20M to write Parquet. What does not fit goes to temporary files",
	Passes:   "1. Links go to a temporary file, which is read twice again; redirects, places, groups and targets are sorted",
	Examples: []cli.Example{
		{Does: "label all links", Line: "link-groups crawl.warc.gz | nav-links -o labels.tsv"},
		{Does: "rank pages by links in content alone",
			Line: "link-groups crawl.warc.gz | nav-links -nav drop -alone | dict -alone -dict urls.txt -o content.t2"},
		{Does: "the menus of a site", Line: "link-groups crawl.warc.gz | nav-links -nav only -page-pairs -o menus.tsv"},
		{Does: "a site of several hosts, like www.example.org and docs.example.org",
			Line: "link-groups crawl.warc.gz | nav-links -site domain -o labels.tsv"},
		{Does: "the method of Mielke 2011, with its one useful change",
			Line: "link-groups crawl.warc.gz | nav-links -method thesis -rho 0.5 -o thesis.tsv"},
	},
	Partial: "some groups, pages or hosts were too large to judge",
	Groups:  cli.Memory | cli.Threads | cli.Parquet,
	MaxArgs: 1,
	LeastS:  leastMemory,
	Setup:   setup,
}

const leastMemory = 16 << 20

func main() { cli.Main(command) }
