package main

// manual is the middle of what -h prints.
const manual = `
Draws a few random documents of each cluster, so that a person can judge them (judge) and a program can learn from the
judgements (relevance). CLUSTERS is (doc, cluster), as cluster writes it.

Of each cluster it draws -per documents, or all if there are fewer. With -by-size this is the mean: from a cluster of
size s it draws -per · s / (mean size), rounded, but at least 2. Nitsche 2003, 4.3.2.4.5, draws 3 to 5 pages of each of
250 clusters, by their sizes.

The random number of a document follows from -random-seed and its id alone. So equal seeds give equal samples, and with
a larger -per the documents of the smaller sample are drawn again, and more. A document that is in several clusters may
be drawn from each.

-judged leaves out the documents of a file, as judge writes it: lines of a document, a TAB, a value from 0 to 1, and
perhaps further fields. They do not count for the sizes either.

-documents adds the URL and the title of each document, from documents as extract-text writes them: JSON lines or Parquet. A
document without a field id has the number of its line, from 0. It is an error if a document that was drawn is not there. The
output is then no stream of tuples: judge needs the output without -documents.

If CLUSTERS is empty, nothing is drawn, and a warning says so.`
