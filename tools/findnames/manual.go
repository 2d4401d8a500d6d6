package main

// manual is the middle of what -h prints.
const manual = `
Finds the names of persons and writes a record for each: the document, and the id of the name in the dictionary of -dict.
With -positions, a third column says how many words of the document are before the name. With -counted, each different name of
a document has one record with its count; tfidf makes weights of these. The length of a document is its number of words.

A document is a line of JSON, as extract-text writes it, or a row of Parquet with columns of the same names.

By default, two models find the names; both were trained on annotated text. The German model reads documents whose lang is de
or, where they have no lang, whose declared_lang is de; the English model reads all others. Rules do the rest:

  Last, First  becomes First Last at the beginning of a line, of a cell or behind ; if the lists of the program have both, and
               where the model finds both as one name, or as the only names of a line
  titles       and roles are left out of a name: Prof. Dr. before it, Ph.D. behind it, Dean beside it; Jr. belongs to it
  spelling     J.K.Rowling and J K ROWLING become J. K. Rowling; -as-written leaves names as they are written
  short forms  Rowling and J. Rowling become Joanne Rowling, if only she has that name in the document; -apart leaves them.
               A document with more than 2048 names is compared in parts

In the dictionary, a name is its words with blanks between them. -mentions writes a line of JSON for each name:

  id, url         of the document
  field           the text that has the name
  offset, length  the place of the name in this text, in bytes
  name            as in the dictionary
  p               the probability of the name
  titles, role    if the line of the name has any next to it
  reason          what speaks for the name: title before, title behind, first name and last name (of the lists), last name
                  first, short for (a longer name); if none of these does, the features of the model that weigh most

-machine thesis finds names by the state machine of Bumüller 2019. For this machine, a word is what stands between white space,
with its punctuation; words like <7> are left out. A name is

  title* ( first+ | first+ last+ | first+ middle+ last+ | title+ last+ )

where first, middle and last are words of -first-names, -middle-names and -last-names: files with a word a line, and perhaps a
count behind a TAB. Without these flags, the lists of the program are used: 7500 first names of the US census of 1990
and of Berlin (LABO Berlin, CC BY 3.0 DE), 46000 last names of that census and of Germany, and some middle names like von.
A word with a capital letter that is in no list continues a name that has begun, also after a title. A name ends at the end of a
line, at a title, and behind a word with punctuation at its end, except titles and initials like F.; its last word is no middle
name. In the dictionary it is written like <Hannah_Bast>, without titles and without punctuation at its end.

The machine looks up a word as it is, and in the forms of -lookup: strip removes the punctuation from its end, lower writes it in
lower case, capital makes its first letter a capital; strip+lower does both. -titles is a regular expression that titles match.

-tagged writes the texts with a number in the place of each name, like <0>, and the names. A semicolon stands for the end of a
line.

Names of more than 1024 bytes or with control bytes are left out and counted. Lines that are no documents are skipped and
counted, and the exit status is 3; if no line is left, it is 1, and there is no result.`
