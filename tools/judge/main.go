// Judge shows documents to a person, and keeps how relevant they are.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "judge",
	Synopsis: "judge documents by hand",
	Purpose:  cli.Clusters,
	Usage:    []string{"-documents FILE -judgements FILE LIST", "-merge [JUDGEMENTS...]"},
	Manual:   manual,
	In:       "LIST: (doc, cluster), as sample writes it, in any order; JUDGEMENTS: lines (doc, value, URL)",
	Out:      "judgements: lines of doc, value, URL and perhaps the time, with TABs between them; with -merge sorted by doc",
	Memory:   "-S, of which documents need 42M; what is shown of them goes to -T if it does not fit; with -merge all judgements",
	Passes:   "one",
	Examples: []cli.Example{
		{Does: "judge three pages of each host, with two keys that come through a pipe",
			Line: "sample page-hosts.t2 -o some.t2 &&\n" +
				"printf '1\\n0\\n' | judge -documents documents.jsonl \\\n  -judgements judged.tsv some.t2 >shown.txt"},
		{Does: "the judgements of two persons", Line: "printf '7\\t1\\n' >a.tsv && printf '9\\t0.5\\n' >b.tsv &&\njudge -merge a.tsv b.tsv -o both.tsv"},
	},
	Groups: cli.Memory | cli.Threads | cli.From,
	Setup:  setup,
}
