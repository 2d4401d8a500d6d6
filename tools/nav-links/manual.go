package main

// manual is the middle of what -h prints.
const manual = `
Reads the lines of link-groups and writes a line for each link, in the same order: source, target, label and reason. A menu says
that pages belong together; a link in the text says that its target is worth reading. Labels are

  navigation  the link is part of a menu, a breadcrumb, a footer, a bar of languages, a chain of next and previous pages
  outsider    the same, but no such menu leads to the page on which it stands
  content     neither
  undecided   the menus of its targets would tell, but no target was crawled

Two rules count over the pages of a host; -method names the rules that speak. A link that one of them finds is navigation:

  place   many pages of the host have links at the place of the link, and enough pages have its target there. Hosts of fewer
          than 8 pages have no such places
  mutual  the links of the group lead to pages of the host, and two of three of these have a group at the same place with
          nearly the same targets (6 of 10 of the targets of both are common) in the same order. Pages that were not crawled
          do not count, nor does the page itself. This must be so for half of the groups at the place: for at least 3 of them,
          and one for each 50 pages

There are four kinds of places:

  x1, x2, x3, …  more than half of the pages have so many links there; 3 pages, and one of 100, have the target there, or the
                 page of the target has the place too
  x1-4           more than half of the pages have one to four links there; 3 pages, and one of 100, have the target there
  xN             menus that differ by section: more than half of the pages have links there; 3 pages, and one of 100, have the
                 target there
  list           one of ten pages, at least 8, have five links or more there, which hardly change: 9 of 10 of these pages have
                 the target there

A place of x1, x2, x1-4 or xN must also be on two of three pages, or a tenth of the links there must lead to pages that have
it too. Where targets change from page to page, as those of teasers do, a tenth of the pages must have the target.

Reasons are like "place 827/828 pages x1, target on 74" or "mutual 5/6 targets, J 0.83", where J is the least share of common
targets. "place 9/9 pages x2, target has it" says that the page of the target has the place. "mutual 1/1 targets, J 0.66, but
3/40 groups" is content: of the 40 groups at the place only 3 are like this.

A URL that only leads on, by a redirect or as a page that refreshes itself as another one, is taken for its target when links
are compared, and it does not count as a page. Up to 16 redirects in a row are followed. A URL is left alone if it leads in a
circle, too far, or to several targets, or if the crawl has it as a page too; -stats counts them. Lines keep the URL that the
link has. The link of the redirect itself is content, with the reason redirect.

What is said of hosts is said of sites: -site says what one site is.

  host    a host with its port
  domain  all hosts of a registered domain, like example.org; below a suffix like github.io each name is a site
  dir     the first folder of a host: a.test/b/c and a.test/b/d/e are of one site; pages in no folder, like
          /b without a slash behind it, are one site

-nav drop writes only source and target of the links that are content or undecided, like extract-links, for dict or tuples; -nav
only writes source and target of all others. With -alone a page without such links has a line too. -page-pairs writes one line
for each pair of pages, which is content if one of its links is; the targets of a page are then sorted.

-method thesis judges groups as Mielke 2011 does. The neighbours of a group are the pages of its host to which
it leads. A group is navigation if one group of each neighbour can be chosen so that all have their common targets in one order
(they harmonise), and that their links are a navigation graph: some pages, to which all others link, and the same again below
each of them. It is an outsider if none of these groups leads to its page. Reasons are

  graph              the choice was found, as in "graph, neighbours 4, choices 1"; of outsiders, graph-without-page
  no-neighbour       content: the group leads to no other page of the host
  no-harmonic-group  content: a neighbour has no group that harmonises with it
  no-combination     content: each neighbour has one, but they do not harmonise with one another
  link-structure     content: no choice is a navigation graph
  missing            undecided: a neighbour was not crawled. -crawled-only leaves such pages out
  budget, nodes      undecided: the search came to the limit of this flag, or to a fixed limit of work
  too-large          undecided: the host takes more than an 8th of -S, or the page or a pair of groups is too large

The method has no tolerance; -lacking, -in-order and -main-share give it some, for experiments. On two manuals -lacking made
labels no better. A fifth column, scope, says whether the target is on the same site: intrinsic or transverse. -rho 0.5 is the one
change that pays: on two manuals F1 rises from 0.74 and 0.87 to 0.78 and 0.94 (the two rules above: 0.98 and 1.00), in much less
time. Labels do not depend on -j. -stats counts the pairs of groups that were compared, and the cells that the tables of the
thesis would have for them: one for each target of one group with each target of the other.

In a pipe, a link-groups that is killed leaves lines like those of a smaller crawl: set -o pipefail tells. Rules see what was
crawled: of a small part of a site they find less. Session ids in URLs make each target new: take them away
first. A fixed list of links in the text ("see also") is navigation by these rules (docs/navigation-study.md says how
often that is wrong). A ranking without navigation no longer finds entry pages first: keep both lists of links.`
