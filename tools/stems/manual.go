package main

// manual is the middle of what -h prints.
const manual = `
Makes a table of stems from the words of a corpus, of which it needs some thousand. It needs no rules of a language. terms,
query and wordlist look words up in it.

-learn variety (Hafer and Weiss 1974) cuts words into parts. For each beginning of a word it counts how many different
letters come next in the words of the list. The number falls within a part and rises where a part ends. -segments says
where a part ends; it may name several ways, and the default is complete,peak:

  complete   after a beginning that is itself a word of the list
  peak       where the number is greater than one letter before and one letter after, but never after the first letter
  a number   where the number is at least this; the best one depends on the list

The first part is the stem if at most 12 words (-few) begin with it. Else the first part is taken for a prefix like un-, and
the second part is the stem. -printed turns the rule round, as the thesis of Nitsche prints it: the first part is the stem
if 12 words or more begin with it. The end of a word counts as a letter if no other letter comes next; with -count-ends it
always does. The defaults are from lists of some two thousand words. In the words of a large crawl nearly each single letter
is a word too: there -segments peak -few 200 does better.

-learn digrams (Adamson and Boreham 1974) compares words by their pairs of letters. The similarity of two words is S = 2C /
(A + B), where they have A and B different pairs, and C in common. Two words with an S of -min-similarity or more are in
one class, and so are words that a chain of such pairs connects. The stem of all is the word of the class with the fewest
letters; of several, the first. A low -min-similarity takes longer, and may put very many words into one class, which a
warning says. -alike writes the pairs of words and their S instead.

The words are lines, sorted by their bytes, each once, of at most 128 bytes and without blanks, as terms writes its dictionary.`
