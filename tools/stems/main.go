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
	In:       "a word a line, each once, in the order of bytes: a dictionary of terms, or sorted lines",
	Out:      "word and stem, in the order of the words; -alike: word, word, similarity, sorted by both words; text, CSV or Parquet",
	Memory:   "the words and 4 bytes for each; digrams: 8 bytes more for each letter and 16 for each word. Words that do not fit in -S are refused",
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
