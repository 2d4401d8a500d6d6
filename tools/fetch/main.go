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
	In:       "URLs to begin with; lists of URLs and of patterns, one a line; scores of URLs",
	Out:      "DIR: archives (WARC, a member of gzip for each record), an index (CDXJ), a log; -o: all archives as one",
	Memory: "-S in all, at least 128M: for answers, pages, robots.txt and, up to a half, the URLs and hosts that are known; " +
		"what does not fit goes to -T: about 50 bytes a URL (opic: 80, -scores: 110), 120 a host and 110 a page",
	Passes: "one; a run that goes on reads the journal and the log first",
	Examples: []cli.Example{
		{Does: "a crawl of the web; the same line goes on with it",
			Line: "fetch -state crawl -agent 'name/1.0 (+https://example.org/bot)' \\\n  -max-pages 200 https://example.org/"},
		{Does: "a crawl of all hosts; an archive takes the place of the network",
			Line: "fetch -state crawl -replay crawl.warc.gz -scope all \\\n  http://h0.test/p0.html"},
		{Does: "the pages of one host, up to two clicks away, as one archive",
			Line: "fetch -replay crawl.warc.gz -depth 2 http://h0.test/p0.html |\n  extract-links -o links.tsv -"},
	},
	Partial: "URLs wait, because a signal or a full disk ended the run (the same command goes on), or some input was skipped",
	Groups:  cli.Memory | cli.Threads,
	LeastS:  128 << 20,
	Setup:   setup,
}
