package main

// manual is the middle of what -h prints.
const manual = `
Prints the documents that match each question, the best first. Questions are operands, or lines of a file or of stdin.
The index is three files that terms, extsort and tuplejoin make, as the first example shows: DICTIONARY, LENGTHS of all
documents, and POSTINGS, which say how often each term is in each document. LENGTHS and POSTINGS are searched on disk, so
they must be raw files and not packed. make CRAWL=… OUT=… words makes these files of a crawl: words.txt, lengths.t2 and
postings.t3, and for -phrases and -documents positions.t3 and documents.parquet (docs/chain.md).

  solar cell                documents that have at least one of these words
  sun AND (cell NOT roof)   AND, OR and NOT in capitals, and parentheses; side by side, words are one list: any of them
  "solar cell"              a phrase: the words in this order, next to each other; needs the file of -phrases
  "solar cell" NEAR/5 roof  words or phrases that begin at most 5 words apart, in any order, and at two places; needs the
                            file of -phrases

There are no other operators: a - before a word, not, and, near/5, &&, sol* and the like are read as words, and a warning
says so. Quotes may also be “ ” „ « » ‹ › 「 」 『 』, and parentheses （ ）.

NOT binds before AND, AND before OR. The score of a document is the sum of the weights of those words of the question
that the document has. Words of phrases count. Words after NOT do not, unless a second NOT undoes the first. A word that is
asked for twice counts twice.
-weight says what a weight is:

  bm25    count (k + 1) / (k (1 - b + b DL / AVDL) + count) · log2(N / df), as tfidf has it
  tfidf   count · log2(N / df)
  none    0: the documents come in the order of their ids

N is the number of documents in LENGTHS, df the number of documents that have the word, count how often it is in the
document, DL the length of the document, and AVDL the mean length of all. Documents with equal scores come in the order
of their ids. Questions and answers are numbered from 1, and a line without a word has a number too, but no answers. With
-header, the first line of -questions is no question: it names the column, by one word.

The words of a question must become terms as those of the documents did: give query the -stem, -stem-table and -stop that terms
had. A question does not say its language, so query does not take auto; where terms had auto, give one language: -mixed -stem
german finds what is in German documents. Without -mixed, another -stem or -stem-table is refused where the dictionary shows it.
A word that is not in the dictionary matches no document, and a warning names it. It is an error if a question cannot be
understood, if records are not sorted, or if the index is empty.

The files must be of one run. query compares the last term of the postings with the end of the dictionary; the sums of
counts with the lengths, if the postings have 16 MiB or less, or with -phrases; the number and the ids of -documents
with those of LENGTHS; and, without -mixed, the words of each answer with its question. -force takes files that differ
on purpose, like postings without rare terms or documents of a larger crawl.`
