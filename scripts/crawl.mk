# From a crawl to links, ranks and Parquet: included by the Makefile when CRAWL is given.
#
#   make CRAWL=crawl.warc.gz OUT=out               one WARC, ARC or WAT file, or several
#   make CRAWL=paths.txt OUT=out                   a list of such files, one a line (*.txt, *.list or *.paths)
#   make CRAWL=folder BASE=https://example.org/    HTML files (EXTRACT='-urls list.tsv' where they have URLs of their own)
#
# MEMORY, TMP and JOBS are -S, -T and -j of the tools; K is that of K-Rank; EXTRACT are further flags of extract-links, like
# -nofollow drop. Each step writes files that appear whole or not at all, so a run that was stopped goes on where it was. Steps
# that need nothing of each other run side by side with make -j2; give each half of the memory then.
# times.tsv says what each step took, *.json what the tools say of their work and memory, and report.html shows all.

OUT    ?= out/crawl
MEMORY ?= 1G
TMP    ?=
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
K      ?= 100
TOP    ?= 10
TOOLS  ?= $(CURDIR)/bin

folder := $(wildcard $(firstword $(CRAWL))/.)
input := $(if $(folder),-dir $(CRAWL) $(BASE:%=-base %),$(if $(filter %.txt %.list %.paths,$(CRAWL)),-list $(CRAWL),$(CRAWL)))
files := $(if $(folder),,$(CRAWL))
sized := -S $(MEMORY) $(if $(TMP),-T $(TMP))
step  := $(CURDIR)/scripts/step.sh $(OUT)/times.tsv
stats  = -stats $(basename $@).json

export PATH := $(TOOLS):$(PATH)

.PHONY: crawl
.DEFAULT_GOAL := crawl

crawl: $(addprefix $(OUT)/,pages.parquet ranks.parquet links.parquet hosts.txt tau.txt report.html) ## the whole chain
	@$(step) 'the $(TOP) best pages by PageRank' \
	  'extsort -k 2r,1 $(sized) $(OUT)/ranks.t2 | tuples -w 2 -columns id,pagerank:f32 -head $(TOP) -ids -undict $(OUT)/urls.txt -to text'
	@echo; echo "Written:"; ls -l $(OUT) | awk -v d=$(OUT) 'NR > 1 {printf "  %12d bytes  %s/%s\n", $$5, d, $$9}'

$(OUT): | all
	@mkdir -p $@

# Links as pairs of ids, in the order of the crawl, and the dictionary that gives the ids, with pages that have no link at all.
$(OUT)/crawled.t2 $(OUT)/urls.txt $(OUT)/hosts.txt $(OUT)/page-host.t2 &: $(files) | $(OUT)
	@$(step) 'links of the pages, and ids for their URLs' \
	  'extract-links -alone -j $(JOBS) $(EXTRACT) -stats $(OUT)/extract.json $(input) | \
	   tuples -alone -dict $(OUT)/urls.txt -hosts $(OUT)/hosts.txt -page-hosts $(OUT)/page-host.t2 $(sized) -stats $(OUT)/urls.json -o $(OUT)/crawled.t2'

$(OUT)/links.t2: $(OUT)/crawled.t2
	@$(step) 'each link once, by source' 'extsort -u -k 1,2 $(sized) $(stats) -o $@ $<'

$(OUT)/links-by-dst.t2: $(OUT)/links.t2
	@$(step) 'the links by target' 'extsort -k 2,1 $(sized) $(stats) -o $@ $<'

$(OUT)/outdegree.t2: $(OUT)/links.t2
	@$(step) 'links of each page' 'tuplejoin -group 1 -agg count -o $@ $<'

$(OUT)/indegree.t2: $(OUT)/links-by-dst.t2
	@$(step) 'links to each page' 'tuplejoin -group 2 -agg count -o $@ $<'

$(OUT)/layers.t2: $(OUT)/links.t2
	@$(step) 'breadth-first layers' 'bfs-layers $(sized) -j $(JOBS) $(stats) -sizes $(OUT)/layer-sizes.t2 -o $@ $<'

$(OUT)/numbers.t2: $(OUT)/links.t2 $(OUT)/layers.t2
	@$(step) 'breadth-first numbers' 'bfs-number $(sized) $(stats) -layers $(OUT)/layers.t2 -o $@ $<'

$(OUT)/ranks.t2: $(OUT)/links-by-dst.t2
	@$(step) 'PageRank' 'pagerank $(sized) -j $(JOBS) -stats $(OUT)/pagerank.json -o $@ $<'

$(OUT)/kranks.t2: $(OUT)/links-by-dst.t2 $(OUT)/ranks.t2
	@$(step) 'K-Rank: only the $(K) best links to a page count' \
	  'krank -k $(K) $(sized) -j $(JOBS) -ranks $(OUT)/ranks.t2 -stats $(OUT)/krank.json -o $@ $<'

$(OUT)/tau.txt: $(OUT)/ranks.t2 $(OUT)/kranks.t2
	@$(step) 'how far the two orders agree' 'kendall $(sized) $(stats) -o $@ $^ && cat $@'

# All that is known of a page in one record. Who has no links to it or from it is missing in the degrees: 0.
table   := id,indegree,outdegree,layer,number,pagerank:f32,krank:f32
beside  = tuplejoin -how left -e 0 -w $(1) -w2 2
$(OUT)/pages.parquet: $(addprefix $(OUT)/,urls.txt page-host.t2 indegree.t2 outdegree.t2 layers.t2 numbers.t2 ranks.t2 kranks.t2)
	@$(step) 'the table of pages' \
	  '$(call beside,2) -cols 1.1,2.2 $(OUT)/page-host.t2 $(OUT)/indegree.t2 | \
	   $(call beside,2) - $(OUT)/outdegree.t2 | \
	   $(call beside,3) - $(OUT)/layers.t2 | \
	   $(call beside,4) - $(OUT)/numbers.t2 | \
	   $(call beside,5) - $(OUT)/ranks.t2 | \
	   $(call beside,6) - $(OUT)/kranks.t2 | \
	   tuples -w 7 -columns $(table) -undict $(OUT)/urls.txt -host-column $(sized) $(stats) -o $@'

$(OUT)/ranks.parquet: $(OUT)/ranks.t2 $(OUT)/urls.txt
	@$(step) 'ranks with URLs' 'tuples -columns id,pagerank:f32 -undict $(OUT)/urls.txt $(sized) -o $@ $<'

$(OUT)/links.parquet: $(OUT)/links.t2
	@$(step) 'links for the notebook' 'tuples -columns src:id,dst:id -order 1,2 -o $@ $<'

# One page with all of it, for people.
$(OUT)/report.html: $(addprefix $(OUT)/,pages.parquet ranks.parquet links.parquet hosts.txt tau.txt)
	@$(step) 'the report' 'report -o $@ $(OUT)'
