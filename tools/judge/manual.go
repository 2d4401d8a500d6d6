package main

// manual is the middle of what -h prints.
const manual = `
Goes through the documents of LIST and asks how relevant each is (Nitsche 2003, 4.3.2.4.5): it shows title, URL and the
first lines of the text, and takes keys:

  1, 0       relevant, not relevant
  .5 Enter   a value between them, here 0.5; Esc cancels it
  s          skip the document; it is asked again when judge is started again
  u          take the last judgement back, and show its document again
  m, blank   show more of the text, of which judge keeps 16 KiB
  ?, h       what the keys do
  q          quit; so does Ctrl-C

Each judgement is appended to the file of -judgements, and is on the disk before the next document is shown. So no
judgement is lost, however judge ends, and the same command goes on: documents that were judged are not shown again.
Only one judge at a time can append to a file. Its lines are the document, a TAB, the value, a TAB and the URL; a file
that judge did not make may lack the URL. If a document has several judgements, the last one counts; a warning says if
they differ. relevance reads this file, and sample leaves its documents out. A file that has another URL for a document
than -documents is of another crawl, and is refused.

In a terminal each line gets a fourth field, the seconds that the judgement took, like 4.218s. They count from the last
judgement, or from the start of judge, so they contain skipped documents and judgements that were taken back. A pause of
more than 2 minutes between two keys counts as 2 minutes. What comes after the last judgement of a run is not counted.
Judgements that are made without a terminal have no times. Any other text in that field is a note, which nothing reads.

Keys are read from stdin. If that is a terminal, they act at once, without Enter, and the screen is cleared for each
document and drawn anew when its size changes; if TERM is dumb, it is never cleared. If stdin is not a terminal, each
document is written below the last, and judge ends where the keys end, or at the end of the list with any key but u.
What pages contain is shown without control characters, so that it cannot steer the terminal.

A document without a field id has the number of its line, from 0. It is an error if a document of LIST is not there, or
if LIST has more than 50,000. A LIST without documents is refused as empty.

With -merge there is no dialogue: it writes the judgements of all files, each document once, sorted. Here too the last
judgement of a document counts, as if the files were one; warnings name documents whose judgements differ. The times of
all its judgements are added up; if a judgement is there twice, with the same time, its time counts once. So merge
only files of the dialogue: a merged file has sums, and beside these files its times would count twice. It is an error if
a document has two URLs, as in files of different crawls.`
