package report

// glossarySection explains each term in a line, if the folder has what it is about.
var glossarySection = Section{Name: "glossary", Title: "The terms in a line each", Build: buildGlossary}

var terms = []struct {
	term, line string
	files      []string // one of them is there
}{
	{"known page", "a URL that was fetched, or that a fetched page links to", []string{"ranks.t2", "page-host.t2"}},
	{"fetched page", "a page to which the crawl has an answer, also a redirect or an error", []string{"ranks.t2", "page-host.t2"}},
	{"parsed page", "an HTML page with a status of success, whose links were read", []string{"extract.json"}},
	{"host", "the name of a machine in a URL, like www.example.org", []string{"hosts.txt"}},
	{"in-degree, out-degree", "how many links lead to a page, and how many lead away from it; each pair of pages counts once, and a link of a page to itself as both",
		[]string{"indegree.t2", "outdegree.t2"}},
	{"orphan", "a page that was fetched, and to which no other page links", []string{"indegree.t2"}},
	{"PageRank",
		"the share of time that a reader spends on a page who follows links at random, and sometimes starts anywhere; all shares add up to 1", []string{"ranks.t2"}},
	{"K-Rank", "PageRank when only the best K links to each page count, so that many weak links help little",
		[]string{"kranks.t2"}},
	{"Kendall's tau", "how far two orders agree: 1 is the same order, 0 unrelated, -1 reversed",
		[]string{"tau.txt", "thesis/correlation.tsv", "thesis/stability-100.tsv"}},
	{"layer", "how many clicks a page is away from the start of the search, plus 1", []string{"layer-sizes.t2"}},
	{"slope",
		"how steeply a line falls where both axes are logarithmic: at -1, ten times the links are found on a tenth of the pages",
		[]string{"indegree.t2", "outdegree.t2"}},
	{"law of Heaps", "the number of different words is a power of the number of all words, times a factor: new words get rarer, and never end",
		[]string{"growth.tsv"}},
	{"main content", "what a page says, without what its site repeats around it, like menus, teasers and footers",
		[]string{contentFile}},
	{"navigation", "links of menus, footers and the like, by which pages belong together: they do not say that their target is worth reading",
		[]string{navLinksFile, withoutMenus, menusFile}},
	{"home page", "the page that is most likely about this person alone; a person without a page that is likely enough has none",
		[]string{peopleFile}},
	{"cluster", "pages that have more words in common with each other than with the pages of other clusters", []string{clusterSizes}},
	{"keywords", "the words that weigh most in the mean of the pages of a cluster", []string{keywordsFile}},
	{"IDF", "how rare a word is: the natural logarithm of (number of all pages / number of pages with the word)",
		[]string{keywordsFile}},
	{"relevance", "how likely a person would call a page relevant, from 0 to 1, as learnt from the pages that were judged",
		[]string{relevanceFile, relevantFile}},
	{"precision, recall, F1", "the share of what is kept that is relevant; the share of what is relevant that is kept; a mean of both, " +
		"which is high only if both are", []string{waysFile, curveFile}},
	{"ROC", "a curve of how many relevant pages are kept, by how many of the others are kept too; the area below it is 1 if all relevant " +
		"pages come first, and 0.5 at random", []string{waysFile, curveFile}},
	{"tf·idf", "how often a page or a host has a word, times how rare the word is among all pages", []string{"host-terms.parquet"}},
	{"nofollow", "a mark of the page's author that a link shall not count", []string{"extract.json"}},
	{"revisit", "a record that says: the same as at the visit before", []string{"extract.json"}},
	{"residual", "how much of the rank still moves in a sweep over all links; the solver stops when it is tiny",
		[]string{"pagerank.json", "krank.json"}},
	{"cz, eu, uk 2007", "the crawls of the thesis of V. Kulvait (2007), whose curves are in the background",
		[]string{"thesis/correlation.tsv"}},
}

func buildGlossary(f *Folder) (*Content, error) {
	t := &Table{Caption: "Terms of this page", Columns: words("term", "what it is")}
	t.Columns[1].Wide = true
	for _, x := range terms {
		for _, name := range x.files {
			if f.has(name) {
				t.Rows = append(t.Rows, cells(x.term, x.line))
				break
			}
		}
	}
	if t.Rows == nil {
		return nil, nil
	}
	return &Content{Blocks: []Block{{Table: t}}}, nil
}
