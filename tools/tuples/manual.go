package main

const manual = `
Reads tuples and writes them in another form. The ending of a name, in upper or lower case, says the form, or -from and -to
do; else it is raw:

  raw        *.t1 … *.t8: little-endian int32, as many as the name says or -w
  text       *.txt *.tsv *.el: a record a line, numbers separated by one TAB or by blanks. A line that begins with # or %
             is a comment. SNAP edge lists and ASCII arc lists of WebGraph are read like this; with -header the first
             line names the columns
  csv        *.csv: numbers with commas between them, after a line of names
  parquet    *.parquet: columns by name; read from a pipe, it is first copied to a temporary file
  mtx        *.mtx: Matrix Market coordinates, pattern, integer or real, general or symmetric; rows and
             columns are counted from 1 there and from 0 here
  adj        *.adj: binary records ID k ID1 … IDk (adj-be: big-endian), which are pairs in other tools; to write
             them, the pairs must be sorted by column 1. A page without links is in no pair: -stats has the greatest id
             of all pages
  edges      *edges.txt: the links of a Common Crawl graph, (src, dst), and an integer if there are three columns
  vertices   *vertices.txt: its vertices, as (id) or (id, hosts); -names keeps their names
  graph-txt  *.graph-txt: WebGraph's text: the number of pages, and for each a line with the targets of its links;
             to write it, the pairs must be sorted and each stand once
  konect     *.konect: a graph of KONECT: (src, dst) and, if it has them, weight and time, counted from 1 there and from
             0 here; an edge of a graph that is sym becomes two records
  nodes      *.nodes: lines "n ID NAME" and "e SRC DST": the pairs; -names keeps the names

If a line names the columns, a tool finds those that it needs by their names, as in Parquet.

Inputs packed by gzip, zstd or bzip2 are unpacked, whatever their name; an output named .gz or .zst is packed. A folder
of files part-* is read as one text. An id is 0 … 2147483647; a larger number is an error.

-columns names the columns of the input and, after a colon, their kind: id, int (any int32), f32 (a score, a
finite number ≥ 0, kept as the bits of a float32) or f64 (a score kept as a float64, in two columns of the record).
Text and Parquet have a score as one number. A DOUBLE column of Parquet is read as an f32, rounded; a number that no f32
is near is refused. -columns page:id,rank:f64 reads all digits: records (page, rank) are then *.t3, and each half of the
float64 has a column number. The halves stay together, and records cannot be sorted by them.

An id? or f32? may be unknown: -1 in records, NULL in Parquet, an empty field between TABs in text. Other kinds refuse
unknown values. Parquet written by webmill knows its kinds, those with ? too; other Parquet needs -columns layer:id?.

-count prints the number of records; of CSV, and of text with names, it does not read the numbers. -sum also prints, after
a TAB, a 64-bit checksum that does not depend on their order: a file and its sorted copy have the same. -check prints
nothing if all records pass; else it prints the first that fails, and the exit status is 4. It can be repeated:

  sorted=2,1       sorted by column 2, then column 1 (2r: downwards)
  unique           each record is greater than the one before it; with sorted=2, in column 2 alone
  range=0:N        all values are at least 0 and less than N
  range=2:0:N      the values of column 2 are at least 0 and less than N

-partition K -o DIR cuts the records into the K parts of a folder, like DIR/part-00000-of-00064.t2: by ranges of column 1, or of
the column of -cut-by, with about as many records in each. All records with the same value are in one part. -hash cuts by a hash
of the column. Each part is sorted by the column, then by the others; parts by range, one after the other, are sorted too. The
name of the folder says the form of the parts, like links.t2.zst. The file DIR/manifest comes last. It says for each part its
records, bytes and checksum, and by range its least value. A folder without it is not finished: run the command again. An old
folder is replaced once the input is sorted. All tools that read tuples read such a folder as one stream. They refuse a part
that is missing, doubled, cut off or changed: at the beginning by names and sizes, at the end of each part by records and
checksum. A stream by hash is in no order; extsort sorts it.

-noself leaves out the records whose first two columns, as they are written, are equal.

Tuples hold no text. dict makes ids of strings, undict puts strings in the place of ids, and lookup finds single ones. table
writes a table of text as Parquet. A Parquet file with columns of text, dates, lists and the like is refused, unless -cols or
the names of -columns choose columns of numbers, or only -count or -check is asked for. It must have a column of numbers.
Columns that are not chosen are not looked at. -cols must call a column by its name if it has no number kind, or if such a
column is before it.

Raw tuples of unknown kind whose first records look like scores are not written as text or Parquet: give their kind by
-columns, f32 or int.
`
