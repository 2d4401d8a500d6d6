// Nav-links tells which links of a crawl are navigation and which are content.
package main

import (
	"webmill/pkg/cli"
)

var command = cli.Command{
	Name:     "nav-links",
	Synopsis: "which links are navigation",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE]"},
	Manual: `
Reads the lines of link-groups and writes a line for each link, in the same order: source, target, label and reason. A menu says
that pages belong together; a link in the text says that its target is worth reading. Labels are

  navigation  the link is part of a menu, a breadcrumb, a footer, a bar of languages, a chain of next and previous pages
  outsider    the same, but no such menu leads to the page on which it stands
  content     neither
  undecided   the menus of its targets would tell, but none of these was crawled

Two rules count over the pages of a host; -method names those that speak, and a link that one of them finds is navigation:

  place   on more than half of the pages of the host the place of the link holds the same number of links, and the target stands
          there on at least three pages and one of a hundred, or has this place too. Where targets change from page to page, as
          teasers do, a tenth of the pages must have the target. Hosts of fewer than 8 pages have no such place
  mutual  two of three pages of the host to which the links of the group lead have a group at the same place with nearly the
          same targets (6 of 10 of both) in the same order. Pages that were not crawled do not count, nor does the page itself

Reasons are like "place 827/828 pages x1, target on 74" or "mutual 5/6 targets, J 0.83", where J is the least share of common
targets. "place 9/9 pages x2, target has it" says that the page of the target has the place.

-nav drop writes only source and target of the links that are content or undecided, like extract-links, for dict or tuples; -nav
only writes those of the others. With -alone a page without such links has a line too. -page-pairs writes one line for each pair
of pages, which is content if one of its links is; targets of a page are then sorted.

Rules see what was crawled: of a small part of a site they find less. Session ids in URLs make each target new: take them away
first. A fixed list of links in the text ("see also") is navigation by these rules. A ranking without navigation no
longer finds entry pages first: keep both lists of links.`,
	In:     "lines of link-groups, all of a crawl; the lines of a page stand together",
	Out:    "lines source, target, label, reason, or source, target; Parquet if FILE of -o ends in .parquet",
	Memory: "-S in all, at least 16M. What does not fit goes to temporary files",
	Passes: "1. Links go to a temporary file, which is read again; places, groups and targets are sorted",
	Examples: []cli.Example{
		{Does: "label all links", Line: "link-groups crawl.warc.gz | nav-links -o labels.tsv"},
		{Does: "rank pages by links in content alone",
			Line: "link-groups crawl.warc.gz | nav-links -nav drop -alone | dict -alone -dict urls.txt -o content.t2"},
		{Does: "the menus of a site", Line: "link-groups crawl.warc.gz | nav-links -nav only -page-pairs -o menus.tsv"},
	},
	Partial: "groups of some pages were too large to compare",
	Groups:  cli.Memory | cli.Threads | cli.Parquet,
	LeastS:  leastMemory,
	Setup:   setup,
}

const leastMemory = 16 << 20

func main() { cli.Main(command) }
