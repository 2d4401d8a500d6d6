package main

// manual is the middle of what -h prints.
const manual = `
Finds the names of persons, and writes a record for each: the document and the name, which has an id in the dictionary of
-dict. With -positions a third column says how many words of the document are before it,
with -counted each name of a document has one record with its count. tfidf makes weights of these. The length of a document
is how many words it has.

A document is a line of JSON, as extract-text writes it, or a row of Parquet with columns of the same names.

By default a model finds the names that was learnt from annotated text: a German one for documents whose lang is de or, where
they have none, whose declared_lang is; an English one for all others. Rules do the rest:

  Last, First  at the beginning of a line, a cell or behind ; is First Last, if lists have both
  titles       before a name (Prof. Dr.) and behind it (Ph.D.) are no part of it, nor is what somebody is (Dean); Jr. is
  alike        J.K.Rowling and J K ROWLING are J. K. Rowling; -as-written keeps them apart
  short forms  Rowling, and J. Rowling, is Joanne Rowling in a document in which only she has that name; -apart keeps it

A name is its words with blanks between them. -mentions writes for each: id and url of the document, field, offset and length
in bytes, name, p (how probable it is), titles and role if there are any (role is what the line calls the person next to the
name, like Dean), and reason: title before, title behind, first name and last name (of the lists), last name first, short
for; where there is none of these, what speaks most for it in the model.

-machine thesis is the state machine of Bumüller 2019. There a word is what stands between white space, with its
punctuation; words like <7> are left out. A name is

  title* ( first+ | first+ last+ | first+ middle+ last+ | title+ last+ )

where first, middle and last are words of the lists of these flags, a word a line; what follows a TAB is not read. Without
lists, those of the program are used: 7500 first names of the US census of 1990 and of Berlin (LABO Berlin, CC BY 3.0 DE),
46000 last names of that census and of Germany. A word
with a capital letter in no list goes on with a name that has begun, also after a title. A name ends at the end of a line,
at a title, and behind a word with punctuation at its end, but for titles and initials like F.; it does not end in a
middle name. It is written like <Hannah_Bast>, without titles and without punctuation at its end.

A word is looked up as it is, and in the forms of -lookup: strip takes the punctuation from its end, lower makes it lower
case, capital makes its first letter a capital; strip+lower does both. -titles is the regular expression of titles.

-tagged writes the texts with a number in the place of each name, like <0>, and the names. The end of a line is a semicolon.

Names of more than 1024 bytes, and with control bytes, are left out and counted. Lines that are no documents are skipped
and counted, and the exit status is 3; it is 1, without a result, if no line is left.`
