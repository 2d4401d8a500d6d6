// Package navigation tells which links of a crawl are navigation, by what the pages of a host have in common. It reads the lines
// of package linkgroups.
//
// # Rules
//
// Each link gets a label and a reason. Two rules count over the pages of one host, or of what Options.Site calls a site:
//
//   - place: on more than half of the pages the place of the link holds the same number of links, and its target stands at this
//     place on three pages at least and on one of a hundred, or the page of the target has this place too, as in a chain.
//     Hosts of fewer than 8 pages have no such places. A place whose targets change from page to page holds teasers rather than a
//     menu: there a target must stand on a tenth of the pages and far more often than others, and it is no chain if more than
//     four targets of a page are like that
//   - mutual: of the pages of the host that the group of the link leads to, other than its own page and as far as they were
//     crawled, two of three have a group at the same place that is alike: its targets are at least 6 of 10 of the targets of
//     both (Jaccard), and those that both have stand in one order (v-harmony, Mielke 2011). This must be so for half of the
//     groups at the place that have such pages: for at least 3 of them, and one for each 50 pages of the host
//
// Three other kinds of places count too. They hold no chains:
//
//   - a few: one to four links on more than half of the pages, as trails have
//   - menus that differ by section: the place is on more than half of the pages, and a target stands, in the mean, on a quarter
//     of the pages that have the place
//   - a list: the place is on a tenth of the pages, and five targets or more stand on nine of ten pages that have the place;
//     only these targets count
//
// Pages of one kind, like those that describe a type, repeat one or two links in their text. So a place of one or two links, of
// a few, or of menus that differ must be on two of three pages, or one of ten of its links leads to a page that has the place.
//
// A link by one of the rules is navigation. It is an outsider if mutual says so of its group, but no group of another page that
// is alike, at the same place, leads to its page. If no rule speaks, and the group has targets on the host but none was crawled,
// the link is undecided. All others are content.
//
// A URL that only leads on (package linkgroups) is no page: links to it are compared as links to what is behind it.
//
// With Options.Thesis the method of Mielke 2011 speaks alone, as package harmony has it.
//
// # Method
//
//  1. lines   the lines come in the order of pages. They go to a temporary file, redirects to a table. When all are there,
//     the redirects are sorted, and stand by their keys in an array with a filter before it
//  2. take    the temporary file is read. URLs, hosts and places become keys of 62 bits, made anew in each run; a target is
//     the one behind redirects. Groups with the same targets at the same place of the same host share a class
//  3. place   records (host, place, page) are sorted and counted; those of the links (host, place, target, page) are sorted and
//     merged with the places that count
//  4. mutual  the groups (host, page, place) and, for each class, its targets (host, target, place) are sorted and merged;
//     classes that meet are compared. Then what was found is sorted by place (host, place, class) and counted
//  5. label   the temporary file is read again with the results, which are in its order
//
// Steps 3 and 4 do not depend on each other, and run at the same time. Another goroutine decodes the temporary file.
//
// A wrong count needs two URLs with one key at one place of one host: for a host of a million pages with a million targets the
// chance is 1 in 10^7. Labels do not depend on the order of the pages, but for the limits below.
//
// # Memory
//
// The memory is that of the room. Half of it is for sorts: for one at a time, or a quarter each for one of places and one of
// groups at the same time. A host may be of any size, but with Options.Thesis it must fit into an 8th of the memory; the links of
// a larger one are undecided. The groups of a page with more links than a 32nd of the memory holds are not judged, and of the
// groups of a page at one place the first 4,096 are compared. Both are counted.
//
//	options.go  Options, Stats, labels
//	site.go     what one site is
//	lines.go    Line, Job.Add: the lines of pages
//	aliases.go  redirects
//	take.go     Job: pages and links
//	class.go    groups with the same targets
//	keys.go     keys of records, and a reader of sorted ones
//	spool.go    what waits for its label
//	place.go    the rule of places
//	mutual.go   the rule of groups; alike.go  which groups are alike; support.go  whether other groups at the place agree
//	thesis.go   the method of Mielke 2011, by package harmony, one host after the other
//	label.go    the labels
package navigation
