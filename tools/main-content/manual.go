package main

import "webmill/tools/internal/crawlinput"

// manual is the middle of what -h prints.
const manual = crawlinput.Manual + `

Writes what a page says, without the menus, teasers and footers around it. There are four methods (-method):

  page  a model judges each page by itself, the default
  site  the same, but what most pages of the site repeat is left out
  ntpc  text is kept whose words sister pages lack (Miloi 2005)
  lev   text is kept that differs from all text of the sister pages (Miloi 2005)

docs/main-content.md says how good they are.

-method page

A page is divided into blocks: text that no element divides, but for inline elements like <b>. A model gives each block the
probability that it is content, by its words and links, its place, the blocks beside it, the elements around it and their
classes. Kept are the blocks that together have the largest expected F1 of words; of blocks with the same words, 6 or more, only
the first. With -min those are kept instead that have at least this probability. A page on which hardly any content is expected
becomes empty; -never-empty keeps its most probable block. -comments drop leaves out the comments of readers, -comments only
writes nothing else.

The title is that of the page without the name of the site. Documents have five more fields:

  page_type   the type of the page, as the model judges it: article, service, product, collection, forum, listing or documentation
  confidence  the F1 to expect of the text, in percent; if the model keeps no text, how often that is right, also with
              -never-empty. -min does not change it; with -comments only it says nothing
  page_text_bytes  bytes of the text of the whole page; text is a part of it. Hidden blocks count too, so the text of
                   extract-text can be shorter
  author      who wrote the page, as it says itself
  published   when, as it says itself: 2006-01-02, with time and zone behind it if the page gives them

-method site

The model judges blocks as above. A block is left out if more than half of the sister pages have one with the same words in the
same place (in elements of the same tags and classes), or if more than half of 10 or more have these words in any place.
Sister pages are the pages of the host; -siblings chooses others (see below). A page with fewer than 5 is judged by the model
alone. Documents have the same fields. To write Markdown or HTML, main-content also puts the pages into the
temporary file, where each takes a third more bytes.

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
writes a page whole if nothing of it would be left.

` + crawlinput.MenusManual + `

The forms (-to):

  jsonl     a line of JSON for each page, the default; fields that are not known are left out
  parquet   a row for each page; the columns are the fields
  text      for each page its URL, its text and an empty line
  markdown  the same as Markdown, with headings, lists, quotations, tables, code, links, images, rules and emphasis; what would be
            taken for a mark has a backslash. Only -method page and site
  html      for each page its text as HTML. By page and site it is safe: it has only the elements and attributes of a
            list, and only addresses of http, https and mailto. By ntpc and lev the tags of the units stand around the text.
            -complete adds what a page of its own needs

Fields that extract-text has too mean the same there. By ntpc and lev, javadoc is not known, and no field.

-units writes a row for each block or unit instead, as text, CSV or Parquet: url, unit (its number on the page), path (the tags
around it, at most the 8 innermost), relevance (of a block its probability; empty if a unit has no text) and length (in
characters).

-evaluate DIR is the experiment of the thesis. DIR has pages of -dir from which people removed what does not belong to the page.
A row for each of them says how similar it is, from 0 to 1, to the original (man), to what ntpc and lev keep, and these two to
each other (ntpc_lev); with the grades of the thesis, the F1 of their words (f1_), and how similar it is to what was dropped
(dropped_), which should be little. -v prints means and medians, -stats has them. Pages of DIR that are damaged, or whose name no
page of -dir has, are counted; then the exit status is 3.

-as-printed computes lev as the thesis prints it, which keeps what all pages have.`
