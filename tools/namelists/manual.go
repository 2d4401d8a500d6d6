package main

// manual is the middle of what -h prints.
const manual = `
Divides the labels of persons at blanks. The first word is a first name, the last word a last name, and those between are
middle names; a word alone is a last name. Lovelace, Ada is read as Ada Lovelace. -split-hyphens divides at hyphens too.
Then words that are numbers are left out, unless -numbers is given (Louis of Louis 14 is a first name), and so are those that have
fewer letters than -min-length says. If most labels end with numbers, a warning says so. Capitals stay capitals.

-firsts, -middles and -lasts write a list for findnames: a word, a TAB and its count, in the order of the words. The list of
middle names does not have what is a first name too, unless -overlap is given.

-whole counts the labels as they are, as for lists of titles or institutions: its rows are label and count.

Labels come as lines, or as the column -column of what a query of WikiData gives: TSV with a line of names like ?name, or
JSON, also as an object a line. docs/names.md has the queries for persons and for universities. A label
that is only an identifier of WikiData, like Q42, is left out: it says that the thing has no name in that language.`
