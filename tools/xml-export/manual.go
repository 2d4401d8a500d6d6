package main

// manual is the middle of what -h prints.
const manual = `
Writes documents, as extract-text makes them with the ids of the scores, as one file of XML, in the forms of the UNICO robot
(Nitsche 2003):

  -ranking   university (description, amount, htmldata+), htmldata (id, url, title, ranking, date, depth, length,
             keywords, anchortext, data), of 4.3.2.3.13
  -pagerank  the same with pagerank instead of ranking, and without anchortext, of 7.3

  id           of the document; without a field id, the number of its line, from 0. It is an error if no document has a field id
               and a score is of a line that does not exist: the scores are of other documents then
  ranking, pagerank
               the score of the document, as it is in the file: of relevance, pagerank or another tool
  date         when it was fetched
  depth        clicks from the first page: its layer of -layers, less 1
  length       bytes of the text, as UTF-8
  keywords     what the page says that it is about: the field description
  anchortext   the texts of the links to the page, a line each, by -link-texts
  data         the text

What is not known of a page is an empty element. amount is the number of pages in the file. The DTD wants one page at least: if
there is none, nothing is written, and the exit status is 1.

-min-score X leaves out documents with a score below X, or without one. A page that has a score but no document, because it was
not fetched, is not written. It is an error if no document has a score; a warning says if most have none.

-link-texts takes documents too, with the ids of the pages that are linked to: scripts/anchor-documents.sh makes them of the links
of a crawl.

Characters that XML does not allow, like most control characters, become U+FFFD. With -charset latin1 the file is
ISO-8859-1, and other characters are references like &#x20ac;. Any parser reads the same text from both.

Lines that are no documents are left out and counted, and the exit status is 3. A document that comes twice is an error.`
