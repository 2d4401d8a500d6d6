// Link-groups writes the links of the pages of a crawl with the groups in which pages display them.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/web/docs"
	"webmill/tools/internal/crawlinput"
)

var command = cli.Command{
	Name:     "link-groups",
	Synopsis: "links in groups",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual: crawlinput.Manual + `

Writes a line for each link that leads to a page, the same links in the same order as extract-links, with

  source, target  as extract-links writes them
  position        the number of the link on its page
  group           the number of its group on the page, from 1; groups are in the order of their first links
  up              how many steps the links of the group climb in the page until they meet in one element
  group_place     the place of that element
  place           the place of the link: names of elements from below the body, with their id and class, in which
                  numbers like that of post-1234 do not count
  label           what stands in the link, with its markup

Places and labels are hashes, 16 hexadecimal digits, which are the same in each run: links of one place are displayed alike, on
all pages of a site. A field is empty where there is nothing to say: only links of a elements are in groups. A page without links
is a line with its URL and empty fields.

A URL that only leads on is a line of source, target and empty fields. That is a redirect of the server, or a page with a meta
element that loads another one, if three things hold: all its links lead there too, outside of links it has at most 200 bytes of
text (blanks do not count), and it has no image, form or the like. nav-links takes such URLs for their targets.

A group is links that a page displays alike, as Mielke 2011 defines it: all links of one depth climb in the page, step by step;
as soon as some of them meet in an element and lead to two pages at least, they are a group. With -one-target, the first
algorithm of that thesis, links to one page are a group too, like an image and the text beside it.

Two links are equivalent by v if they have one target, by b if they also have one label, by d if they also have one place.

nav-links reads these lines and tells which links are navigation.`,
	In:     "WARC or ARC files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:    "lines of eight fields, in the order of the input; Parquet if FILE of -o ends in .parquet",
	Memory: "-S in all, at least 8M, or 12M to write Parquet",
	Passes: "1; a page of very many links is read twice",
	Examples: []cli.Example{
		{Does: "which links are navigation", Line: "link-groups crawl.warc.gz | nav-links -o labels.tsv"},
		{Does: "the links with groups, for a notebook", Line: "link-groups -o groups.parquet crawl.warc.gz"},
		{Does: "the places that hold most links", Line: "link-groups crawl.warc.gz | cut -f 7 | sort | uniq -c | sort -n | tail"},
	},
	Partial: "some input was skipped, or hardly anything in it is a page",
	LeastS:  docs.LeastMemory,
	Groups:  cli.Memory | cli.Threads | cli.Parquet,
	Setup:   setup,
}

func main() { cli.Main(command) }
