package main

// manual is the middle of what -h prints.
const manual = `
Writes a line for each name: <First_Last>, TAB, and its pages with one space between them, each as its URL and, behind a space,
its scores in parentheses, in the order of the files:

  <Ada_Lovelace>	http://a.test/ (3,1.736842) http://b.test/ (1,1.313433)

Scores have six decimal places, without zeros at their end. The last file decides the order of the pages, the greatest score
first, or that of -sort-file; of equal ones the other scores decide, file by file, and then the order of the dictionary of URLs,
in which a page has the number of its document.

-name-dict is the dictionary of findnames. A name that has no < and > gets them, and _ for blanks. A blank in a URL is written as
%20. A document or name that its dictionary does not have is an error, and so is a file that lacks a record of another one.

Scores are float32, or float64 with -f64: float32 has seven digits, so that the last decimal places of large scores are not
those of the formula.`
