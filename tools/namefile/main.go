// Namefile writes the pages of each name with their scores.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "namefile",
	Synopsis: "pages of names with scores",
	Purpose:  cli.Names,
	Usage:    []string{"-name-dict FILE -url-dict FILE SCORES [SCORES...]"},
	Manual:   manual,
	In:       "(doc, name, score), sorted by 1,2, as tfidf writes it; all files have the same (doc, name)",
	Out:      "lines: a name, TAB, and its pages with their scores",
	Memory:   "-S: half to sort, half for the dictionary of URLs; what does not fit goes to -T",
	Passes:   "one over the scores, which are sorted; one over each dictionary",
	Examples: []cli.Example{
		{Does: "the pages of each term, by its weights", Line: "namefile -name-dict terms.txt -url-dict urls.txt weights.t3"},
		{Does: "the pages of each term, the best by BM25 first",
			Line: "tfidf -f64 -o tfidf.t4 counts.t3 &&\ntfidf -scheme bm25 -f64 -o bm25.t4 counts.t3 &&\n" +
				"namefile -f64 -name-dict terms.txt -url-dict urls.txt \\\n  tfidf.t4 bm25.t4 >names.tsv"},
	},
	Groups: cli.Memory | cli.Threads | cli.From,
	LeastS: leastMemory,
	Setup:  setup,
}
