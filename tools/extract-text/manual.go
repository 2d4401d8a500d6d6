package main

import "webmill/tools/internal/crawlinput"

// manual is the middle of what -h prints.
const manual = crawlinput.Manual + `

Writes a document for each page. Its text is what a reader without a style sheet sees. Each block is a line. Cells of a
table have a TAB between them. Runs of blanks become one space, except in preformatted text. Inline elements like <b> do
not divide words. Left out are scripts, style sheets, what the page hides (by hidden, style="display:none" and the
like), and the choices and fields of forms. A text longer than 4 MiB is cut off there, and the exit status is 3.

The forms (-to):

  jsonl     a line of JSON for each document, the default; a field that is unknown, 0 or false
            is left out
  parquet   a row for each document; the columns are the fields
  text      for each document its URL, its text and an empty line
  markdown  the same as Markdown, with headings, lists, quotations, tables, code, links, images and
            rules and emphasis; what would be taken for a mark has a backslash

The fields:

  id             of the URL in the dictionary of -page-ids, for joins with links and ranks
  status, date   the HTTP status; when the page was fetched
  contact_words  how many different words of a list the text has, like telephone, room and
                 address, German and English: a page with 4 or more mostly has contact data
                 (docs/marks.md)
  javadoc        whether the page says that javadoc made it
  url, title, description, headings, charset, robots
                 of the page; robots is what it says to crawlers
  lang           the language of the text, which its n-grams of two to four characters tell: bg ca
                 cs da de el en es eu fi fr gl hr hu id it lt lv nb nl pl pt ro ru sk sl sr sv tr
                 uk. Texts of a few words, program code and other languages have none; but a
                 language that is very near to one of these may be taken for it
  declared_lang  the language that the page says it is in
  hash           the SHA-1 of the bytes of the page, unpacked
  simhash        64 bits; texts that are nearly equal have most of them in common
  print          40 digits: of the length, the number of links and some bytes of the page, as the
                 UNICO robot made them
  text           the text

-page-ids takes the dictionary of extract-links and dict. If a page has several answers, only the first becomes a
document. A page that is not in the dictionary is left out, and the exit status is 3.

-main writes only the main content of pages, as main-content does by default. The headings are then those of the content, and
the title lacks the name of the site. Documents also have page_type, confidence, page_text_bytes, author and published, which the
manual of main-content explains.

` + crawlinput.MenusManual + `

-text node-lines writes each text node of the page as a line, for programs that find names. -text unico writes the words
of title, text and keywords in lower case, with ä as ae. -alt also takes the texts that stand for images.

-page-folder writes a file for each page instead, which holds its text, packed by bzip2 or with -plain as it is. Its name is the
URL with # in the place of /; a URL that is too long for that is the first line of a file too_long_filename0, 1 and so on. Of
pages with one URL the first is kept. DIR must be empty or not be there, and appears when it is whole: until then it is named
DIR.partial. With -text node-lines this is the form in which Bumüller 2019 stores a crawl; coverage -page-folder reads it.`
