package main

const manual = `
Reads tuples and writes them in another form. The form is chosen by the name of a file or by -from and -to:

  raw       *.t1 … *.t8: little-endian int32, as many as the name says or -w
  text      *.txt *.tsv *.el: a record a line, numbers apart by TABs or blanks, comments after # or %.
            SNAP edge lists and ASCII arc lists of WebGraph are read like this
  parquet   *.parquet: one column a column; read from a pipe, it is first copied to a temporary file
  mtx       *.mtx: Matrix Market coordinates, pattern, integer or real, general or symmetric; rows and
            columns are counted from 1 there and from 0 here
  adj       *.adj: binary records ID k ID1 … IDk (adj-be: big-endian) from and to pairs; to write them,
            the pairs must be sorted by column 1
  edges     *edges.txt: the links of a Common Crawl graph
  vertices  *vertices.txt: its vertices, as (id) or (id, hosts); -names keeps their names

.gz, .zst and .bz2 are unpacked on input whatever their name, and made for an output named .gz or .zst. A folder
of files part-* is read as one text. Ids must fit into 0 … 2147483647; nothing is ever wrapped.

-columns names the columns of the input and, after a colon, their kind: id, int (any int32), f32 (a score, a
number ≥ 0 kept as the bits of a float32) or f64 (a score kept as a float64, in two columns of the record). Text
and Parquet have a score as one number. A DOUBLE column of Parquet is read as an f32, rounded, and refused where it
is so large or small that no f32 is near; -columns page:id,rank:f64 reads all of its digits. Records (page, rank)
are *.t3 then: the numbers of columns count both halves, which stay together and are no order.

-count prints the number of records. -sum prints it and, after a TAB, a 64-bit checksum that does not depend on
their order: equal for a file and its sorted copy. -check is silent, or says at which record the answer is no and
ends with exit status 4; it can be repeated:

  sorted=2,1       sorted by column 2, then column 1 (2r: downwards)
  unique           each record is greater than the one before it: in the order of sorted, if there is one
  range=0:N        all values are at least 0 and less than N
  range=2:0:N      the values of column 2 are

-dict numbers strings: lines of -w of them (default 2), apart by TABs, like links of URLs; what stands behind them in
a line is ignored. The id of a string is the number of strings before it in the dictionary, which is written to the
file named: one a line, or as Parquet (id and a column named after the file: url of urls.parquet), or as vertices
(id, TAB, string). With -dict-order urls, the default, URLs are sorted by their hosts, the labels in reverse, so that
the pages of a site are neighbours; the order of bytes is that of sort in the C locale. -existing keeps the ids of
an older dictionary and gives new strings the next ones. -hosts and -page-hosts number the hosts of URLs; among
vertices hosts stand in reverse, as in the host graphs of Common Crawl. With -alone a line of one string, like a page
without links of extract-links -alone, is in the dictionary and no record. A line is left out, counted, and makes the
exit status 3 where it has too few fields, or one that is empty, longer than 64 KiB, not UTF-8 or with a control
byte; or where it is longer than 1 MiB; with -canonical, where a field is no http or https URL.

-undict puts strings in the place of ids, with -ids after them; in Parquet, ids and strings are columns of their own,
those of strings named after the dictionary (url of urls.txt; src_url and dst_url where there are several). They
stand where -at says, counted after -cols. -cc-ranks writes (host, score), sorted downwards by score, like the rank
files of Common Crawl: five columns with a head line, of which those of the harmonic centrality, not known here, are 0;
the host is in reverse. Columns of text in Parquet are left out when it is read.

-table writes a table of text as Parquet, for a notebook: lines of fields apart by TABs, the first with the names of
the columns. A column is INT32 where each field is an integer of 32 bits; DOUBLE where each is a number, or missing
(empty or nan, which become NaN); else text, like numbers that a DOUBLE would not keep: integers beyond 2^53, and
those with a zero in front.
`
