package main

// manual is the middle of what -h prints.
const manual = `
A term weighs more in a document that has it often, and less if many documents have it. The input says how often each
term is in each document; ids are those of dictionaries. Each record gets a weight in the place of its count, as float32
or, with -f64, as float64. The input is (doc, term, count), like counts.t3 of the chain. postings.t3 is not: it is (term, doc,
count), for query. Raw records do not show that, so its weights would be wrong without a message; an example makes counts of it.

-scheme is the formula. N is the number of documents: those in the input, by bm25 those of -lengths, or what -docs says. df is
the number of documents that have the term, and count how often it is in the document.

  tfidf    count · log2(N / df)
  unico    count · ln(N / df). With -occurrences: count · ln(N / total), where total is the sum of the counts of the
           term in all documents; the weight is 0 if total ≥ N
  sklearn  count · (ln((1 + N) / (1 + df)) + 1), with -norm l2, as scikit-learn has it
  bm25     count (k + 1) / (k (1 - b + b DL / AVDL) + count) · log2(N / df). DL is the length of the document, which is
           the sum of its counts, or that of -lengths; AVDL is the mean length of all N documents

-norm divides the weights of a document by one number: l2, the root of the sum of their squares; l1, their sum; none, 1.

Terms can be left out:

  -min-df, -max-df   those that fewer or more documents have; 5 is a number of documents, 1% a share of N
  -min-count         those whose total, the sum of their counts in all documents, is less
  -most K            of what is left, all but K terms: those with the least totals stay, of equal ones the lower ids

These do not change N, df and the lengths; but the norm is that of the terms that stay. Then -top-terms K writes only the
K greatest weights of each document; of weights that are equal (as float64, before the norm), those of the lower ids.

-df takes df from a file, like that of a larger corpus; it needs -docs, the number of documents there. A term that the
file does not have is an error, and so is a document that the file of -lengths does not have. -terms writes the terms that
stay: (term, df, count, idf), where count is the total and idf the factor by which the formula multiplies.

A (doc, term) that is repeated is an error; tuplejoin adds its counts up, as an example shows.`
