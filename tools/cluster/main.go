// Cluster sorts documents into clusters of like ones.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "cluster",
	Synopsis: "sort documents into clusters of like ones",
	Purpose:  cli.Clusters,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "weights of terms, (doc, term, weight), sorted by 1,2, each (doc, term) once: what tfidf writes",
	Out:      "(doc, cluster), sorted by 1; clusters have the numbers 0 … K-1. By wordcon sorted by 1,2",
	Memory: "-S: three eighths for documents, 8 bytes a record, which go to -T beyond; 8 bytes · documents, 4 bytes · terms; the " +
		"rest for centroids: at most 8 bytes · K · terms, 12 bytes a record. If they do not fit, they take turns, or -S is refused where they move with each document. " +
		"By tree a centroid takes 13 bytes for each term that it keeps, and terms another 12 bytes for each level; what is left sorts records",
	Passes: "one over the input; for each sweep one over the documents, or two for each part of the centroids; by bisect, for " +
		"each cluster some over its documents; by tree, each sweep also sorts the records",
	Examples: []cli.Example{
		{Does: "20 clusters, and the 5 words that are heaviest in each",
			Line: "terms -counted -dict words.txt documents.jsonl | tfidf -scheme sklearn |\n" +
				"  cluster -clusters 20 -keywords words.t3 -most-keywords 5 -o k20.t2 &&\n" +
				"undict -at 2 -columns cluster,word,weight:f32 words.txt words.t3"},
		{Does: "a tree, as for thousands of clusters of millions of documents",
			Line: "cluster -method tree -clusters 30 -sweeps 3 -o tree.t2 weights.t3"},
		{Does: "by the UNICO-correlation of the thesis, from counts",
			Line: "cluster -int-weights -similarity unico counts.t3 -o clusters.t2"},
		{Does: "as the program of the thesis does it, with the idf of terms",
			Line: "tfidf -scheme unico -terms idf.t4 -o weights.t3 counts.t3 &&\n" +
				"cluster -method bisect -clusters 20 -similarity p-coded -idf idf.t4 \\\n" +
				"  -o k20.t2 weights.t3"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	LeastS:  8 << 20,
	Setup:   setup,
}
