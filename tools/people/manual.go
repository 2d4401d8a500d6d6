package main

// manual is the middle of what -h prints.
const manual = `
Reads the names that findnames found (its mentions), with the places where they stand, joins them to persons, and ranks the
pages of each person. A page is likely to be the home page of a person if it has their name in its title, and first in its
text, if it has few other names, and if its URL and the links to it say the name.

Names of a site are one person if they have the same surname, and if the names before it are equal or one is short for the other
or a nickname of it; titles, degrees and particles like von do not count. A name that fits two names which do not fit each other
stays alone, so that two different full first names never are one person. This is done first with the names of each page, where
a surname alone, or else a first name alone, belongs to the one person that has it; then with the names of the site. -within
says what a site is: a domain like example.org, a host, or all pages. With -exact only equal names are one person. If a site has
more than 512 names of one surname and one first letter, only equal ones of these are joined, and a warning says so.

The columns of a person:

  id             from 0
  name           how it is written most often with a full first name
  variants       all ways in which it is written, at most 32, with "; " between them
  mentions       how many, in texts and titles; 0 if only texts of links have the name
  pages, hosts   how many have the name, or a link to them has it
  home, home_id  URL and id of the home page, NULL if there is none
  score          the score of their best page
  titles, roles  of all mentions, with "; " between them

-person-pages writes (person, name, page, url, tf, tfidf, bm25, score, rank, home, reasons), the pages of each person in the
order of -sort; of pages with equal scores, the one with the greater PageRank (-page-ranks) comes first. tf is how often the
name is on the page; headings do not count, as the text has them too. With N documents, of which df have a tf above 0, DL the
length of the page, and AVDL the mean length of documents,

  tfidf   tf · log2(N / df)
  bm25    tf (k + 1) / (k (1 - b + b DL / AVDL) + tf) · log2(N / df)

score is the sum of these parts; reasons names those that a page has:

  bm25     bm25 without its logarithm, divided by k + 1; no reason
  share    the share of the names of the page that are theirs; a reason if it is at least a half
  first    0.3 if the name is the first one of the text
  url      how far the URL names the person: by the surname 1, by a user name 0.8, by the first name 0.6, by initials 0.5
  home     0.7 if the URL looks like a home page of the person, as /~smith/, /smith.html and smith.example.org do; half of it if
           like one of somebody else, as /~other/ and /other/other.html do
  title    1 if the title has the name
  heading  0.7 if the name is the first one of the headings
  anchors  min(1, log2(1 + n) / 2), where n texts of links to the page have the name
  part     -1 if the URL ends in a word like publications, teaching or cv
  rank     0, only a reason: the page has the greatest PageRank of all pages of the person

The home page is the page with the greatest score of those that have the reason url or home and not the reason part, if this
score is at least -home-score. So it need not be the first page of the person. findnames finds names in titles and headings if
it is told to read these texts too.

-anchor-mentions are the names of documents that are the texts of links, with the id and URL of the page that each leads to;
docs/names.md shows how they are made. Pages that are no documents of -lengths are left out.

A name that is less probable than -least-p (p of its mention) is left out. The machine of the thesis gives no p: its names stay.

Lines that are no mentions are skipped and counted, and the exit status is 3; it is 1, without a result, if no line of the
input, or of -anchor-mentions, is a mention. Mentions of different runs are an error if they show it: an id with two URLs, a URL
with two ids, an id without a length. So is a name that comes twice at one place, as it does if a file is given twice.`
