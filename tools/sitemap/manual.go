package main

// manual is the middle of what -h prints.
const manual = `
Reads the links of a crawl with their labels, and writes for each host the tree of its menus. Labels are those of nav-links:
links that are navigation or outsider belong to menus. A line of two fields is taken for a link of a menu, and a message says how
many there are; a line of one field is a page without links. nav-links writes such lines if it writes only menus. Lines of
extract-links, and of nav-links if it drops menus, look the same, but have no menus: the trees are then wrong.

The root is the home page. Below a page stand the pages of the host to which its menus lead, in the order of its links. A page
that several menus reach stands below the one with the fewest clicks, and of equals below the first. So a page stands once;
what all pages repeat stands below the home page, and the menu of a section below its first page. A menu that names all pages
makes a flat tree: that is what it says.

The home page is that of -home, or the page / of the host; if http and https both have one, the one to which more menus lead.
If it was not crawled, the home page is the first page of a folder (a path that ends in a slash, or a name like index.html),
of the folder that is nearest to the top. If that page is deeper in folders than the page to which most links of menus lead,
the latter is the home page. A home page without menus, which asks for the language or leads on, has all its links below it.

A page to which a menu leads but that was not crawled is in the tree and marked. Crawled pages that no menu reaches are
counted; -unreached lists them. Pages below -max-depth are counted too. A page without links has no line if nav-links labels
links: the file of -page-titles says which pages were crawled, and what titles they have. A URL that only leads on is no page,
as for nav-links: it stands in the tree if a menu leads to it, but does not count. Each tree is of one host, whatever
nav-links took for one site: links to other hosts are left out and counted. If a page comes again, as in a crawl of two days,
its first lines count, and a message says if the later ones have other links. If one of ten pages
has none of its first links then, as after a sort by another column, the exit status is 3.

-to says the form of the output. -trees and -xml write further outputs of the same reading; -stats counts what that of -o has.
The forms are

  text  for each host a line of counts, then a line for each page, indented: path and title
  json  a line for each host: host, pages (crawled), reached (of these, in the tree), not_crawled (in the tree too), deeper (in
        the tree, below -max-depth, so not written; not_crawled counts these too), depth, and tree: url, title, crawled (if it
        was not) and children; with -unreached also the array unreached
  xml   a sitemap by the protocol of sitemaps.org, of one host: without -host the one with most pages. It has all crawled
        pages; those that no menu reaches come last. It has no page that was not crawled, or that answered with a redirect or
        an error: labels tell which pages only lead on, and the third field of -page-titles, the status, tells it of all
        pages. Pages whose scheme is not http or https are left out and counted: search engines take no others. If there may
        be more than 50,000 pages or 50 MB, the file is an index that names FILE-1.xml and so on, which are beside it and must
        be put at the root of the site`
