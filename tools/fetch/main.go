// Fetch fetches a part of the web and keeps it in web archives.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "fetch",
	Synopsis: "pages of the web, into archives",
	Purpose:  cli.Fetch,
	Usage:    []string{"-state DIR URL...", "-state DIR -replay FILE,... URL..."},
	Manual:   manual,
	In:       "URLs to begin with; lists of URLs and of patterns, one a line",
	Out:      "DIR: archives (WARC, a member of gzip for each record), an index (CDXJ), a log; -o: all archives as one",
	Memory: "-S in all, at least 128M: 3/8 for what is known of URLs and hosts, of which the rest is in -T, 48 bytes a URL " +
		"(opic: 80) and 64 a host; what is left for answers, pages and robots.txt",
	Passes: "one; when a crawl goes on, its journal and its log are read",
	Examples: []cli.Example{
		{Does: "the pages of a site, as archives that other tools read",
			Line: "fetch -state crawl -agent 'name/1.0 (+https://example.org/bot)' https://example.org/"},
		{Does: "the same crawl, from an archive instead of the network",
			Line: "fetch -state again -replay crawl.warc.gz -o again.warc.gz https://example.org/"},
	},
	Partial: "URLs wait, because the run was stopped or the disk is full: the same command goes on",
	Groups:  cli.Memory | cli.Threads,
	LeastS:  128 << 20,
	Setup:   setup,
}
