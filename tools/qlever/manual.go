package main

// manual is the middle of what -h prints.
const manual = `
Writes what QLever reads to search in texts for persons:

  words      lines of a word, 0, a record and 1; or of <First_Last>, 1, a record and the score of the name on its page
  sentences  lines of a record and its sentence
  triples    lines of N-Triples: <First_Last> <appears-in> <URL>, and <QLever-internal-function/record-N> <source-url> <URL>
             for each record with a name; no line comes twice

A record is a sentence; its number counts from 0. A sentence ends at the end of a line, which the tagged text has as a
semicolon, and at . ! or ? before a capital letter, but not behind titles and initials. Words are in lower case, without marks
around them. A name has its words too, as they are in the dictionary; titles belong to no name. Fields are divided by TABs. A
character that an IRI cannot have is written as % and two digits, and so is a % of a name.

-scores are (doc, name, score), float32 or, with -f64, float64: a raw file sorted by 1,2, as tfidf writes it. -name-dict is the
dictionary of the names, as findnames writes it. A name without a score has 0, and a message says so; it is an error if no name
has one. With -ones all scores are 1, as in Bumüller 2019.

Lines that are no tagged texts, or longer than 12 MiB, and documents without a URL are left out and counted, and the exit
status is 3. Tags that are not the numbers of their names are an error, and so is a document that comes twice.`
