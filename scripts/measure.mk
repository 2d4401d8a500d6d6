# What measures: included by the Makefile, so `make bench` works beside it; `make help-measure` lists these goals. Some need data that
# is not in the repository (docs/data.md) or other programs; each says what it leaves out.

.PHONY: bench memory peers peers-graph peers-links peers-dict peers-words peers-navigation peers-unico peers-fetch fetch-sites \
  soak-fetch quality quality-names quality-content quality-navigation quality-relevance quality-clusters content-model content-costs \
  content-thesis large-graph cluster-model

bench: all | build ## measure: throughput of every tool, into build/bench-DATE.txt
	@PATH="$(CURDIR)/bin:$$PATH" scripts/bench.sh

memory: all | build ## measure: peak memory of tools for many -S and -j, next to what they may take (hours; SIZES, THREADS and ONLY choose)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/memory.sh

peers: all | build ## measure: the same work by other programs, side by side, into build/peers-DATE.txt
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers.sh

peers-graph: all | build ## measure: PageRank and breadth-first search by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-graph.sh

peers-links: all | build ## measure: the links of a crawl by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-links.sh

peers-dict: all | build ## measure: URLs to ids by GNU sort and join, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-dict.sh

peers-words: all | build ## measure: weights, an index and the texts of pages by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-words.sh

peers-navigation: all | build ## measure: groups and labels of links, and HITS by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-navigation.sh

peers-unico: all | build ## measure: judgements, relevance and XML of documents by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-unico.sh

peers-fetch: all | build ## measure: a made web on loopback, crawled by other programs, side by side
	@PATH="$(CURDIR)/bin:$$PATH" scripts/peers-fetch.sh

fetch-sites: all ## measure: two real sites on loopback, crawled and compared with their files, into docs/fetch-sites.md
	@PATH="$(CURDIR)/bin:$$PATH" scripts/fetch-sites.sh

soak-fetch: all | build ## measure: a crawl of MINUTES (30) on loopback, and its memory
	@PATH="$(CURDIR)/bin:$$PATH" scripts/soak-fetch.sh

quality-names: all | build ## measure: names of persons, found by the models and by the machine of the thesis, on texts whose names are known
	@PATH="$(CURDIR)/bin:$$PATH" scripts/quality.sh

quality-content: all | build ## measure: the content of pages, found by main-content and by other programs, on pages whose content is known
	@PATH="$(CURDIR)/bin:$$PATH" scripts/content-quality.sh

quality-navigation: all | build ## measure: navigation, found by nav-links and by simple rules, on sites where it is known, and what it does to rankings (half an hour)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/nav-quality.sh

quality-relevance: all | build ## measure: pages of persons and projects, found by 200 judged ones, also by scikit-learn (ten minutes)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/quality-relevance.sh

quality: quality-names quality-content quality-navigation quality-relevance quality-clusters ## measure: the five goals above

quality-clusters: all | build ## measure: clusters of documents whose classes are known, by each method and similarity (ten minutes)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/quality-clusters.sh

content-model: ## measure: make the model of main-content again, from sets of pages beside the repository (ten minutes)
	@scripts/content-model.sh

content-costs: all ## measure: what main-content costs at 1,000, 10,000 and 100,000 pages of a made site (half an hour)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/content-costs.sh

content-thesis: all ## measure: the experiment of Miloi 2005 on 50 pages of news sites, with sweeps (ten minutes)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/content-thesis.sh

large-graph: all ## measure: a synthetic graph of 195.7 M pages through all graph steps, with a table (takes 60 GB; PAGES and LINKS set the size)
	@PATH="$(CURDIR)/bin:$$PATH" scripts/large-graph.sh

cluster-model: all | build ## measure: what ranks and layers move between the parts of a cluster, and times of jobs, into docs/figures/cluster-*.tsv
	@PATH="$(CURDIR)/bin:$$PATH" scripts/cluster-model.sh
