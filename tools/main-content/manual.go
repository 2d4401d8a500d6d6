package main

import "webmill/tools/internal/crawl"

// manual is the middle of what -h prints.
const manual = crawl.Manual + `

main-content writes what a page says, without the menus, teasers and feet around it. By default a model looks at each page alone
(-method page); the methods of Miloi 2005 compare a page with its sister pages (-method ntpc or lev). docs/main-content.md says
how good they are.

-method page

A page is divided into blocks: text that no element divides. A model gives each block the probability that it is content, by its
words and links, the elements around it and their classes, its place, and the blocks beside it. Kept are the blocks that
together have the largest expected F1, or with -min those that are at least so probable. Of equal blocks the first is kept.
A page on which hardly anything is content becomes empty; -never-empty keeps its best block.

Documents also say page_type (article, service, product, collection, forum, listing or documentation) and confidence: the F1, in
percent, to be expected of the text. -comments drop leaves the comments of readers out, -comments only writes nothing else.

-method ntpc, lev

A page is divided into units: the elements of the tags body, table, tbody, td, tr, div, p, form, h1, h2 and h3, and the text
between them; -tags html5 takes lists, sections and other headings too. Each unit has a relevance from 0 to 1:

  ntpc  the share of its words that a sister page does not have, in the mean over the sister pages
  lev   the edit distance to the nearest unit of a sister page, as a part of the length of the longer one, in the mean.
        -same-tag compares units of one tag only. This is exact, and slow where units are long

Text is written if its relevance is at least -min. -inherit gives text between units the relevance of the unit around it. Sister
pages are those in the same crawl of these (-siblings):

  links     to which the page links by a and frame, if they are in the same folder (-links-within dir), below it (-links-within
            subtree) or on the same host (-links-within host). -link-depth 2 also takes those to which these link, and so on
  dir       all pages of the folder
  subtree   all pages of the folder and of those below
  host      all pages of the host, of the same scheme and port
  template  those of the host with the same outline of units

-max-siblings keeps the first of them. A page is no sister of itself. A page without sister pages is written whole, and so is one
whose comparison by lev takes too long; then the exit status is 3. Of pages with one URL the first is read. -never-empty
writes pages of which nothing would be left whole.

The forms (-to):

  jsonl     a line of JSON for each page, as extract-text writes it, the default
  parquet   a row for each page
  text      for each page its URL, its text and an empty line
  markdown  the same with headings, lists, quotations, tables and preformatted text marked (only -method page)
  html      for each page its text as HTML, with the tags around it. -complete adds what a page of its own needs

-units writes a row for each unit or block instead, as text, CSV or Parquet: url, unit (its number on the page), path (the tags
around it, at most the 8 innermost), relevance (of a block its probability; empty if it has no text) and length (in characters).

-evaluate DIR is the experiment of the thesis. DIR has pages of -dir from which people removed what does not belong to the page.
A row for each of them says how similar it is, from 0 to 1, to the original (man), to what ntpc and lev keep, and these two to
each other (ntpc_lev); with the grades of the thesis, the F1 of their words (f1_), and how similar it is to what was dropped
(dropped_), which should be little. -v prints means and medians, -stats has them. Pages of DIR that are damaged, or whose name no
page of -dir has, are counted; then the exit status is 3.

-as-printed computes lev as the thesis prints it, which keeps what all pages have.`
