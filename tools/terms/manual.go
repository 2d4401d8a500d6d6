package main

// manual is the middle of what -h prints.
const manual = `
Divides the texts of documents into words and writes a record for each: the document and the term, which is the word in
lower case or its stem. With -positions a third column says which word of its document it is, from 0. With -counted each
different term of a document has one record, in the order of the ids of the terms, and the third column is its count in
the document. tfidf takes these records if the ids of the documents ascend; if not, sort them by extsort. The length of a
document is how many words became terms.

The boundaries of words are those of Unicode 15 (UAX #29), but for narrow no-break spaces, which divide too. Each Han or
Hiragana character is a word, and so is a run of Thai, Lao, Khmer or Burmese characters. Characters that only say how to
show text, like a soft hyphen, are left out, and ’ in a word becomes '. Words longer than 128 bytes are left out.

A document is a line of JSON, as extract-text writes it, or a row of Parquet with columns of the same names. Only the
fields id, lang and those of -texts are read. Without ids, documents are numbered by their lines, from 0. A document is
refused if its id has come before, as long as a bit for each id fits into a sixteenth of the memory. Several documents may
have the same id of -id-field. The terms are sorted by their bytes and numbered from 0:
term i is line i of the dictionary of -dict, from 0.

-stem makes one term of the forms of a word:

  plural   only the plural in English, by the fewest rules
  porter   English, as Porter had it in 1980
  english, german
           those of the Snowball project
  auto     english for documents whose language is en, german for de

A word in the table of -stem-table, which the tool stems makes, gets the stem that it has there.

-stop leaves out words before they are stemmed. It takes a file of words; or a language, one of da de en es fi fr hu it
nb nl pt ru sv, whose list is that of the Snowball project (BSD licence; German also with ae for ä); or auto, for the
language of each document. To read a file named de, write ./de.

The language of a document is its field lang, which extract-text finds. If it has none, or one without a stemmer or a
list, auto leaves the words as they are.

-growth writes how many different terms there are among the first 1, 2, 3, 5 … words, at ten places for each power of ten,
and among all. -stats then has the law of Heaps that fits best: terms = heaps_k · words^heaps_beta. This takes one bit for
each term; a sixteenth of what -S has beyond 37M must hold them.

Lines that are no documents are skipped and counted, and the exit status is 3; it is 1, without a result, if no line is
left.`
