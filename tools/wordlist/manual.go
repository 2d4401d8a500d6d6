package main

// manual is the middle of what -h prints.
const manual = `
Writes a row for each term of a dictionary that is in a document, with how often the term and its stem occur (Nitsche 2003,
4.3.2.4.1):

  term         as it stands in the dictionary
  stem         by -stem or -stem-table; without these the columns of stems are left out
  count, df    how often the term occurs, and in how many documents
  stem_count, stem_df
               the same of all terms with this stem; a document that has several of them counts once
  tf           stem_count divided by the number of documents; it may be more than 1
  tf_once      stem_df divided by the number of documents: the share of them that has the stem

By tf, a stem that ten documents have once each equals one that a single document has ten times; tf_once tells them apart.
The documents are those of LENGTHS, with or without words. Terms of -stop are left out of the rows and of the counts of
stems. A dictionary does not say a language, so -stem and -stop do not take auto.

Text has a line of names only with -header. The first two columns are a table for -stem-table. To sort the rows use extsort,
as an example shows. The tool terms tells how the number of terms grows with that of words.

Files of different runs are refused: a term is only in the postings or only in the dictionary, a term is in more documents than
there are lengths, or the counts do not add up to the lengths; so are empty postings if there are terms. Postings of which
some were left out on purpose need -force, which leaves out terms without postings.`
