// Relevance learns from judged documents which of the others are relevant.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "relevance",
	Synopsis: "learn from judged pages which are relevant",
	Purpose:  cli.Clusters,
	Usage:    []string{"-train JUDGEMENTS", "-apply MODEL", "-expert WEIGHTS -to-clusters FILE", "-against JUDGEMENTS [RATINGS]"},
	Manual:   manual,
	In: "features: (doc, term, weight) and (doc, cluster, similarity), sorted by 1,2; (doc, score) and (doc, number), sorted " +
		"by 1. JUDGEMENTS: lines of a document, a TAB and a value, or pairs (doc, value). RATINGS: (doc, relevance)",
	Out: "-train: a model, lines of text; with -folds a table. -apply: (doc, relevance), sorted by 1. " +
		"-expert: (doc, topic, score), sorted by 1,2. -against: a table",
	Memory: "-S: 64 bytes · values of the judged documents, or weights of the model. The other documents take none",
	Passes: "one over each input, side by side",
	Examples: []cli.Example{
		{Does: "learn from judgements, and rate all documents", Line: "printf '1\\t1\\n2\\t0\\n3\\t1\\n' >judged.tsv &&\n" +
			"relevance -train judged.tsv -vectors text=weights.t3 -o model.txt &&\n" +
			"relevance -apply model.txt -vectors text=weights.t3 -o relevance.t2"},
		{Does: "how good that is, beside simple rules", Line: "relevance -train scores.t2 -folds 5 -vectors text=weights.t3 \\\n" +
			"  -feature rank=scores.t2 -feature length:int=lengths.t2"},
	},
	Partial: "nothing could be learnt: the judgements are of one class, or their documents do not differ",
	Groups:  cli.Memory | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}
