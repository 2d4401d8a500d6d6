// Stems learns the stems of words from the words of a corpus.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "stems",
	Synopsis: "learn stems from the words of a corpus",
	Purpose:  cli.Terms,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "a word a line, each once, in the order of bytes: a dictionary of terms, or what extsort makes of lines",
	Out:      "word and stem, in the order of the words; -alike: word, word, similarity, in the order of both; text, CSV or Parquet",
	Memory:   "the words and 4 bytes for each; digrams: 8 bytes more for each letter, 16 for each word. What does not fit in -S is refused",
	Passes:   "1",
	Examples: []cli.Example{
		{Does: "stems of a corpus, whatever its language, and its terms with them",
			Line: "terms -dict words.txt -o words.t2 documents.jsonl &&\nstems -segments peak -few 200 -o stems.tsv words.txt &&\n" +
				"terms -stem-table stems.tsv -dict terms.txt -o terms.t2 documents.jsonl"},
		{Does: "words that have nearly all pairs of letters in common",
			Line: "terms -dict words.txt -o words.t2 documents.jsonl &&\nstems -learn digrams -min-similarity 0.9 -alike words.txt"},
	},
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	MaxArgs: 1,
	Setup:   setup,
}

const manual = `
Writes a table of stems that needs no rules of a language: only the words of a corpus, some thousand at least. terms, query and
wordlist look words up in it.

-learn variety (Hafer and Weiss 1974) counts for each beginning of a word how many different letters come next in all words:
within a part of a word the number falls, where a part ends it rises. -segments says where a part ends:

  complete   behind what is a word of the list itself
  peak       where the number is greater than one letter before and one letter after
  a number   where the number is at least this: the best one depends on the list

or several, like complete,peak, the default, which are said to do best. The first part is the stem if at most 12 words (-few)
begin with it; else it is a beginning like un-, and the second part is the stem. -printed turns this round (12 or more words),
as the thesis of Nitsche has it. The end of a word of the list counts as a letter where no other one comes next; with
-count-ends it always does. These defaults are from lists of some two thousand words. In the words of a large crawl, in which
nearly each letter is a word too, -segments peak -few 200 does better.

-learn digrams (Adamson and Boreham 1974) compares words by their pairs of letters: S = 2C / (A + B), where the words have A and
B different pairs, and C in common. Words with S of -min-similarity or more are in one class, and so are those that such words
connect; the shortest word of a class, of equal ones the first, is the stem of all. The lower S is, the longer it takes, and one
class may swallow many words, of which a warning tells. -alike writes the pairs of words and their S instead.

A word has 128 bytes at most, as terms makes them.`
