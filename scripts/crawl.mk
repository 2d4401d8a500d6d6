# The chain, from a crawl to links, ranks and Parquet: included by the Makefile when CRAWL is given, and run by the command
# webmill, whose -h says how to call it. docs/chain.md says what is left in OUT.
#
# This file decides which steps there are, what each runs, and which stand before it. Every step is a phony goal: make only puts
# them in order. Whether a step runs, and how its results come into OUT, is left to scripts/step.sh; what is crawled, and the parts of
# steps that no tool does, to scripts/crawl.sh (with plan.sh and logs.sh) and unico.sh. To read the chain, begin with the recipes
# below, then read step.sh, then crawl.sh.
#
# A recipe, word by word. The spelling of a word says what it is (scripts/step.sh); make writes $$ for a $ of the command.
#
#   kranks.t2: links-by-dst.t2 ranks.t2                the steps before it; only make reads this
#     @$(step) $@ 'K-Rank: only the …'                 the name of the step, and what is printed
#     'krank                                           a tool, since it is in bin or scripts: its bytes are recorded
#      -best $$K                                       a parameter, since it is in capitals: its value is recorded
#      -pages $$(wc -l <urls.txt)                      urls.txt is an input, since OUT has such a file: size and times are recorded
#      $$sized $$jobs                                  -S, -j: neutral, they do not change the result
#      -ranks ranks.t2                                 an input
#      -stats $$new/krank.json -o $$new/$@             results: written into a staging folder, then moved to OUT together
#      $<'                                             an input: the first step before it, links-by-dst.t2
#
# All else, like -best, is only text; but the command as a whole is recorded too. What a script of ours reads or runs without being
# told stands behind the command (dict extsort tuples, of about.txt). Also neutral are "$${input[@]}" and "$${texts[@]}", the
# crawl and its flags: crawl.tsv says what they are. Any other variable is refused.

OUT    ?= out/crawl
MEMORY ?= 1G
TMP    ?=
ifndef JOBS
JOBS   := $(shell nproc 2>/dev/null || echo 2)
endif
K      ?= 100
TOP    ?= 10
BETA   ?= 0
CLUSTERS ?= 20
TOOLS  ?= $(CURDIR)/bin
SCRIPTS ?= $(CURDIR)/scripts

# The steps of the goal crawl and of each further goal; judged are those of unico that need JUDGED.
of-crawl := crawled.t2 absent.txt links.t2 links-by-dst.t2 outdegree.t2 indegree.t2 seed.tsv layers.t2 numbers.t2 ranks.t2 kranks.t2 tau.txt \
  top.txt about.txt pages.parquet ranks.parquet anchors.parquet host-links.t3 host-ranks.t2 hosts.parquet crawl.jsonl rejected.tsv \
  report.html
of-words      := positions.t3 lengths.t2 postings.t3 counts.t3 weights.t3 top-terms.parquet frequencies.t2 host-terms.parquet
of-people     := mentions.jsonl anchor-mentions.jsonl people.parquet host-people.parquet
of-content    := content.parquet
of-navigation := navigation.tsv.zst nav-weights.t3 content-ranks.t2 content-tau.txt sitemap.jsonl
of-unico      := clusters.t2 cluster-sizes.t2 keywords.parquet to-judge.tsv
of-judged     := contact-words.t2 anchor-weights.t3 judgements.tsv relevance.model relevance-ways.tsv relevance.t2 relevant.parquet university.xml
further       := $(filter-out crawl,$(chain-goals))
export RESULTS := $(of-crawl) documents.parquet $(foreach goal,$(further),$(of-$(goal))) $(of-judged)

# What step.sh has to know of some steps. AGAIN has WORD:STEP, if the goal crawl makes the step only with this
# word beside it; A|B is one of two words. PARTS has STEP:FILES, files whose number is not fixed.
export AGAIN := $(addprefix JUDGED=…:,$(of-judged)) $(foreach goal,$(further),$(addprefix $(goal):,$(of-$(goal)))) \
  $(addprefix unico:,$(of-judged)) words|people:documents.parquet
export PARTS := sitemap.jsonl:sitemap-[0-9]*.xml

# What a step writes beside the result that it is named after. As a goal each of these files stands for its step.
with-crawled.t2         := crawl.tsv urls.txt hosts.txt page-host.t2 fetched.txt anchors.txt
with-seed.tsv           := seed.t1
with-layers.t2          := layer-sizes.t2
with-anchors.parquet    := links.parquet
with-host-links.t3      := host-links.parquet host-graph.t2
with-hosts.parquet      := host-pages.t2 host-indegree.t2 host-outdegree.t2
with-positions.t3       := words.txt doc-lengths.t2 growth.tsv
with-host-terms.parquet := document-frequencies.t2
with-mentions.jsonl     := names.txt names.t3 text-lengths.t2
with-people.parquet     := person-pages.parquet name-lengths.t2
with-host-people.parquet := host-people.t3
with-sitemap.jsonl      := sitemap.txt sitemap.xml
with-clusters.t2        := centroids.t3 cluster-map.t3 keywords.t3 similarities.t3
with-to-judge.tsv       := to-judge.t2
with-contact-words.t2   := document-layers.t2 document-ranks.t2 document-indegree.t2 document-outdegree.t2
with-anchor-weights.t3  := anchor-words.txt
with-relevance-ways.tsv := relevance-curve.tsv
files  := $(strip $(foreach name,$(RESULTS),$(with-$(name))))

# The figures of a step are in RESULT.json, or in a file that its recipe names. FILES are all files that a run may write besides
# the results.
figures := $(patsubst new/%,%,$(shell grep -ow 'new/[a-z-]*\.json' "$(SCRIPTS)/crawl.mk"))
export FILES := $(files) times.tsv $(sort $(figures) $(addsuffix .json,$(basename $(RESULTS))))

# The steps that a goal stands for: a further goal for several, a file for the one that writes it. The last of GOALS ends the run
# like crawl does: it says what is incomplete.
of-unico += $(if $(JUDGED),$(of-judged))
writer  = $(or $(strip $(foreach name,$(RESULTS),$(if $(filter $(1),$(with-$(name))),$(name)))),$(1))
goals  := $(foreach goal,$(or $(MAKECMDGOALS),crawl),$(or $(if $(filter $(goal),$(further)),$(of-$(goal))),$(call writer,$(goal))))
export STEPS := $(filter crawl $(RESULTS),$(goals))
export GOALS := $(if $(filter crawl,$(goals)),,$(strip $(filter $(RESULTS),$(goals)) $(filter unico,$(MAKECMDGOALS))))

# Variables of the command line: those that have an effect on some goals only, and those that the next command of unico repeats.
export GIVEN := $(call by-user,$(filter-out OUT BASE EXTRACT,$(settable)))
export ASKED := $(MAKECMDGOALS)
export SAID := $(call by-user,$(filter-out JUDGED,$(ours)))

# Of a $ make would put something else, or nothing, in its place.
eaten := $(firstword $(foreach v,$(ours),$(if $(findstring $$,$(subst $$$$,,$(value $(v)))),$(v))))
$(if $(eaten),$(error $(eaten)=$(value $(eaten)): make reads a $$ as a variable: write $$$$ for one in a name))

# Numbers are decimal: 010 is 10.
decimal = $(if $(filter-out 0,$(filter 0%,$(1))),$(call decimal,$(patsubst 0%,%,$(1))),$(1))
override K   := $(call decimal,$(K))
override TOP := $(call decimal,$(TOP))
override CLUSTERS := $(call decimal,$(CLUSTERS))

export $(ours) MAKE
export PATH := $(TOOLS):$(SCRIPTS):$(PATH)
export RUN := $(shell echo $$PPID)
step  := bash "$(SCRIPTS)/step.sh"
stats  = -stats $$new/$(basename $@).json

# Of several archives without quotes make takes all but the first for goals. A goal that no makefile has is refused before the first
# step, and so is -B, which would make the makefiles.
rules   = $(shell sed -nE 's/^([a-z][a-z0-9. -]*):( .*)?$$/\1/p' /dev/null $(wildcard $(MAKEFILE_LIST)))
strange := $(filter-out all ready $(chain-goals) $(RESULTS) $(files),$(MAKECMDGOALS))
strange := $(if $(strange),$(filter-out $(rules),$(strange)))
others  := $(wildcard $(strange))
inside  := $(filter $(RESULTS) $(files),$(patsubst $(OUT:/=)/%,%,$(filter $(OUT:/=)/%,$(others))))
$(if $(inside),$(error $(OUT:/=)/$(firstword $(inside)) is a result: write it without its folder, $(firstword $(inside))))
$(if $(others),$(error $(firstword $(others)) is not a part of CRAWL: write several archives in quotes, like CRAWL='$(CRAWL) $(others)'))
first   := $(firstword $(strange))
begins  := $(if $(strange),$(shell printf %.3s '$(subst ','\'',$(first))'))
nearest := $(firstword $(foreach part,$(basename $(first)) $(begins),$(filter $(part)%,$(chain-goals) $(RESULTS) $(files))))
$(if $(strange),$(error there is no result $(first)$(if $(nearest),$(comma) but $(nearest)): leave it out for the whole chain, or write \
  $(addsuffix $(comma),$(filter-out crawl,$(chain-goals))) or one of the files in docs/chain.md))
# The flags of one letter stand first, if there are any.
letters := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
$(if $(findstring i,$(letters)),$(error the chain cannot go on after an error: leave -i out))
$(if $(findstring B,$(letters)),$(error the chain knows what has changed, and has no -B: to make all again remove $(OUT)))

.DEFAULT_GOAL := crawl
.PHONY: all $(chain-goals) ready $(RESULTS) $(files)

$(foreach name,$(files),$(eval $(name): $(call writer,$(name)) ; @:))

crawl: report.html top.txt ## the whole chain
	@crawl.sh end

# ready checks the variables, that the files of CRAWL exist and that no other run uses OUT, and removes what a killed run left there.
ready: all
	@crawl.sh begin

# Links as pairs of ids, in the order of the crawl, and the dictionary that gives the ids, with pages that have no link at all; what
# else is known of each link (anchors.txt, a line for each pair), and what was fetched (fetched.txt, a line for each document).
crawled.t2: ready
	@$(step) $@ 'links of the pages, and ids for their URLs' \
	  'extract-links -alone -anchors -fetched $$new/fetched.txt $$sized $$jobs -stats $$new/extract.json "$${input[@]}" | \
	   dict -alone -rest $$new/anchors.txt -dict $$new/urls.txt -hosts $$new/hosts.txt -page-hosts $$new/page-host.t2 $$sized -stats $$new/urls.json -o $$new/crawled.t2' .made/crawl.tsv
	@crawl.sh known

# Pages of an earlier crawl whose content this one lacks. Every goal that goes on from the links says so.
absent.txt: crawled.t2
	@$(step) $@ 'pages that only an earlier crawl has' 'crawl.sh absent $$new/$@ $$new/absent.json .made/not-due $$sized' fetched.txt extract.json extsort
	@crawl.sh older

# What fetch says of its crawl, for the report. Only a folder of fetch has it.
crawl.jsonl rejected.tsv: crawled.t2
	@if [ -s "$$OUT/.made/$@.of" ]; then \
	  $(step) $@ 'what fetch says of the crawl: $@' 'crawl.sh taken $$new/$@ .made/$@.of'; \
	else rm -f "$$OUT/$@" "$$OUT/.made/$@"; fi

links.t2: crawled.t2 absent.txt
	@$(step) $@ 'each link once, by source' 'extsort -u -k 1,2 $$sized $(stats) -o $$new/$@ $<'

links-by-dst.t2: links.t2
	@$(step) $@ 'the links by target' 'extsort -k 2,1 $$sized $(stats) -o $$new/$@ $<'

outdegree.t2: links.t2
	@$(step) $@ 'links of each page' 'tuplejoin -group 1 -agg count -o $$new/$@ $<'

indegree.t2: links-by-dst.t2
	@$(step) $@ 'links to each page' 'tuplejoin -group 2 -agg count -o $$new/$@ $<'

# Only pages that can be reached from the seed have a layer and a number.
seed.tsv: crawled.t2 absent.txt outdegree.t2
	@$(step) $@ 'where the search begins' 'crawl.sh seed $$new/$@ $$new/seed.t1 urls.txt page-host.t2 outdegree.t2 extract.json "$$SEED" "$$BASE"' tuples extsort tuplejoin lookup undict

layers.t2: links.t2 seed.tsv
	@$(step) $@ 'breadth-first layers: clicks from the seed' \
	  'bfs-layers $$(test ! -s seed.t1 || echo -seed-file seed.t1) -reachable -pages $$(wc -l <urls.txt) $$sized $$jobs $(stats) -sizes $$new/layer-sizes.t2 -o $$new/$@ $<'

numbers.t2: links.t2 layers.t2
	@$(step) $@ 'breadth-first numbers' 'bfs-number -reachable $$sized $(stats) -layers layers.t2 -o $$new/$@ $<'

# All pages of the dictionary have a rank, with or without links.
ranks.t2: links-by-dst.t2
	@$(step) $@ 'PageRank' 'pagerank -pages $$(wc -l <urls.txt) $$sized $$jobs -stats $$new/pagerank.json -o $$new/$@ $<'

kranks.t2: links-by-dst.t2 ranks.t2
	@$(step) $@ 'K-Rank: only the best links to a page count' \
	  'krank -best $$K -pages $$(wc -l <urls.txt) $$sized $$jobs -ranks ranks.t2 -stats $$new/krank.json -o $$new/$@ $<'

tau.txt: ranks.t2 kranks.t2
	@$(step) $@ 'how far the two orders agree' 'crawl.sh tau $$new/$@ $$new/tau.json $$sized $^ && cat $$new/$@' kendall

top.txt: ranks.t2
	@$(step) $@ 'the best pages by PageRank' \
	  'extsort -k 2r,1 $$sized ranks.t2 | tuples -w 2 -head $$TOP | undict -columns id,pagerank:f32 -ids -o $$new/$@ urls.txt'

# What the crawl says of each page of the dictionary, without its links.
about.txt: crawled.t2 absent.txt
	@$(step) $@ 'what was fetched' 'crawl.sh about $$new/$@ $$sized' urls.txt fetched.txt dict extsort tuples

# One record for each page of the dictionary, with all that is known about it. A page that is missing in indegree.t2 or
# outdegree.t2 has degree 0. The layer and the number of a page that was not reached are NULL, and so is the host of a URL without one.
about   := url,fetched:bool,status:int?,type?,time:time?,bytes:long?,title?,declared_lang?,archive?,offset:long?,inner:long?
table   := id:id,indegree:id,outdegree:id,layer:id?,number:id?,pagerank:f32,krank:f32
beside  = tuplejoin -how left -e $(1) -w $(2) -w2 2
pages.parquet: about.txt indegree.t2 outdegree.t2 layers.t2 numbers.t2 ranks.t2 kranks.t2
	@$(step) $@ 'the table of pages' \
	  '$(call beside,0,2) -fields 1.1,2.2 ranks.t2 indegree.t2 | \
	   $(call beside,0,2) - outdegree.t2 | \
	   $(call beside,-1,3) - layers.t2 | \
	   $(call beside,-1,4) - numbers.t2 | \
	   $(call beside,-1,5) - ranks.t2 | \
	   $(call beside,-1,6) - kranks.t2 | \
	   undict -columns $(table) -schema "$(about)" -host-column -domain-column $$sized $(stats) -o $$new/$@ about.txt'

ranks.parquet: ranks.t2
	@$(step) $@ 'ranks with URLs' 'undict -columns id,pagerank:f32 $$sized -o $$new/$@ urls.txt $<'

# Each link with its text, and the links of links.t2, with whether a link must not count (nofollow).
anchors.parquet: crawled.t2 absent.txt
	@$(step) $@ 'links with their texts, and links for the notebook' \
	  'crawl.sh anchors $$new/$@ $$new/links.parquet $$sized' crawled.t2 anchors.txt tuples extsort table

# The graph of hosts: how many links lead from the pages of one to those of another, or of itself; and which lead to others, each once.
# A page without a host counts nowhere.
host-links.t3: links.t2
	@$(step) $@ 'links between hosts, with counts' \
	  'tuplejoin -fields 1.2,2.2 $< page-host.t2 | extsort -w 2 -k 1 $$sized | \
	   tuplejoin -w 2 -w2 2 -fields 1.2,2.2 - page-host.t2 | extsort -w 2 $$sized | \
	   tuplejoin -w 2 -group 1,2 -agg count -o $$new/$@ && \
	   undict -columns src:id,dst:id,links:id -at 1,2 $$sized -o $$new/host-links.parquet hosts.txt $$new/$@ && \
	   tuples -cols 1,2 -noself $$new/$@ | extsort -w 2 -k 2,1 $$sized -o $$new/host-graph.t2'

host-ranks.t2: host-links.t3
	@$(step) $@ 'PageRank of hosts' 'pagerank -pages $$(wc -l <hosts.txt) $$sized $$jobs -stats $$new/host-pagerank.json -o $$new/$@ host-graph.t2'

# One record for each host.
hosts.parquet: host-ranks.t2
	@$(step) $@ 'the table of hosts: pages, hosts that link to it, hosts that it links to, rank' \
	  'extsort -k 2 $$sized page-host.t2 | tuplejoin -w 2 -group 2 -agg count -o $$new/host-pages.t2 && \
	   tuplejoin -group 2 -agg count -o $$new/host-indegree.t2 host-graph.t2 && \
	   extsort $$sized host-graph.t2 | tuplejoin -w 2 -group 1 -agg count -o $$new/host-outdegree.t2 && \
	   tuplejoin -how left -e 0 -fields 1.1,2.2 host-ranks.t2 $$new/host-pages.t2 | \
	   $(call beside,0,2) - $$new/host-indegree.t2 | \
	   $(call beside,0,3) - $$new/host-outdegree.t2 | \
	   $(call beside,-1,4) - host-ranks.t2 | \
	   undict -columns id:id,pages:id,indegree:id,outdegree:id,pagerank:f32 $$sized -o $$new/$@ hosts.txt'

# The texts of the pages, their words, and what words weigh: only if words is asked for, since the crawl is read again. words.txt,
# lengths.t2, postings.t3 and positions.t3 are the index of query.
words: $(of-words) ## the texts of the pages, their words, what these weigh, and an index for query

documents.parquet: crawled.t2 absent.txt
	@$(step) $@ 'the texts of the pages' 'extract-text -page-ids urls.txt $$sized $$jobs $(stats) -o $$new/$@ "$${texts[@]}"' crawl.tsv

positions.t3: documents.parquet
	@$(step) $@ 'the words of the texts: word, page and position' \
	  'terms -positions -dict $$new/words.txt -doc-lengths $$new/doc-lengths.t2 -growth $$new/growth.tsv $$sized $$jobs -stats $$new/words.json $< | \
	   tuples -w 3 -cols 2,1,3 | extsort -w 3 $$sized -o $$new/$@'

lengths.t2: positions.t3
	@$(step) $@ 'the number of words of each page' 'extsort $$sized -o $$new/$@ doc-lengths.t2'

postings.t3: positions.t3
	@$(step) $@ 'how often each word is on each page' 'tuplejoin -group 1,2 -agg count -o $$new/$@ $<'

counts.t3: postings.t3
	@$(step) $@ 'the words of each page, with counts' 'tuples -cols 2,1,3 $< | extsort -w 3 $$sized -o $$new/$@'

# A page without words is one of the pages, as it is for query: lengths.t2 has them all.
of-docs := -docs $$(tuples -count lengths.t2 | sed 's/^0$$/1/')

weights.t3: counts.t3 lengths.t2
	@$(step) $@ 'what the words weigh' 'tfidf $(of-docs) $$sized $(stats) -o $$new/$@ $<'

# Words of more than half of the pages, or of the pages of a host of more than a fifth, say little: they are left out. In a crawl of a
# few pages that may be every word. Then the table is empty, and tfidf says so.
top-terms.parquet: counts.t3 lengths.t2
	@$(step) $@ 'the ten words that say most of each page, without those of more than half of the pages' \
	  'tfidf $(of-docs) -top-terms 10 -max-df 50% $$sized $< | undict -columns id,term,weight:f32 -at 2 $$sized -o $$new/$@ words.txt'

frequencies.t2: postings.t3
	@$(step) $@ 'how many words occur once, twice, …' \
	  'tuplejoin -group 1 -agg sum:3 $< | extsort -w 2 -k 2 $$sized | tuplejoin -w 2 -group 2 -agg count -o $$new/$@'

# The words of a host are those of its pages. On how many pages a word is, is counted in the whole crawl.
host-terms.parquet: counts.t3 postings.t3 lengths.t2
	@$(step) $@ 'the words that say most of the pages of each host, without those of more than a fifth of all pages' \
	  'tuplejoin -group 1 -agg count -o $$new/document-frequencies.t2 postings.t3 && \
	   tuplejoin -w2 2 -fields 2.2,1.2,1.3 $< page-host.t2 | extsort -w 3 -k 1,2 $$sized | tuplejoin -w 3 -group 1,2 -agg sum:3 | \
	   tfidf -df $$new/document-frequencies.t2 $(of-docs) -max-df 20% -top-terms 8 $$sized | \
	   undict -columns host_id:id,term:id,weight:f32 -at 2 $$sized -o $$new/$@ words.txt'

# The persons that the texts name, and their pages: only if people is asked for.
people: $(of-people) ## the persons that are named in the texts, and their home pages

mentions.jsonl: documents.parquet
	@$(step) $@ 'the names of persons in the texts' \
	  'findnames -texts title,headings,text -counted -dict $$new/names.txt -doc-lengths $$new/text-lengths.t2 \
	   -mentions $$new/mentions.jsonl $$sized $$jobs -stats $$new/mentions.json -o $$new/names.t3 $<'

anchor-mentions.jsonl: crawled.t2 absent.txt
	@$(step) $@ 'the names of persons in the texts of links' \
	  'anchor-documents.sh crawled.t2 urls.txt anchors.txt $$sized | \
	   findnames -q -dict /dev/null -mentions $$new/anchor-mentions.jsonl $$sized $$jobs -o /dev/null -' tuples undict extsort

people.parquet: mentions.jsonl anchor-mentions.jsonl ranks.t2
	@$(step) $@ 'the persons and their pages' \
	  'extsort $$sized -o $$new/name-lengths.t2 text-lengths.t2 && \
	   people -lengths $$new/name-lengths.t2 -anchor-mentions anchor-mentions.jsonl -page-ranks ranks.t2 $$sized $$jobs $(stats) \
	   -person-pages $$new/person-pages.parquet -o $$new/$@ mentions.jsonl'

host-people.parquet: people.parquet
	@$(step) $@ 'the persons whom the pages of each host mention' \
	  'tuples -columns page,person,tf person-pages.parquet | extsort -w 3 $$sized | \
	   tuplejoin -w 3 -w2 2 -fields 2.2,1.2,1.3 - page-host.t2 | extsort -w 3 -k 1,2 $$sized | \
	   tuplejoin -w 3 -group 1,2 -agg sum:3 -o $$new/host-people.t3 && \
	   undict -columns host_id:id,person:id,mentions:id -at 1 $$sized -o $$new/$@ hosts.txt $$new/host-people.t3'

# What the pages say, without menus and the like: only if content is asked for, since the crawl is read again.
content: $(of-content) ## what the pages say, without menus and the like

content.parquet: crawled.t2 absent.txt
	@$(step) $@ 'the main content of the pages' 'main-content $$sized $$jobs $(stats) -o $$new/$@ "$${texts[@]}" && \
	   crawl.sh repeated $$sized' crawl.tsv fetched.txt extsort

# Which links are navigation, what pages are worth without these, and the tree of the menus of each host: only if navigation is asked
# for, since the crawl is read again.
navigation: $(of-navigation) ## which links are navigation, ranks without them, and the menus of each host as a tree

navigation.tsv.zst: crawled.t2 absent.txt
	@$(step) $@ 'which links are navigation' \
	  'link-groups $$sized $$jobs -stats $$new/link-groups.json "$${texts[@]}" | \
	   nav-links $$sized $$jobs -stats $$new/nav-links.json -o $$new/$@' crawl.tsv

# The links of links.t2, each with its weight. All links from a page to another one must be of menus to weigh BETA.
nav-weights.t3: navigation.tsv.zst links-by-dst.t2
	@$(step) $@ 'the links with weights: those of menus weigh little or nothing' \
	  'crawl.sh weights $$new/$@ "$$BETA" $$sized' $^ urls.txt dict tuples extsort tuplejoin

content-ranks.t2: nav-weights.t3
	@$(step) $@ 'PageRank without menus' \
	  'pagerank -weights f32 -pages $$(wc -l <urls.txt) $$sized $$jobs -stats $$new/content-pagerank.json -o $$new/$@ $<'

content-tau.txt: ranks.t2 content-ranks.t2
	@$(step) $@ 'how far the ranks with and without menus agree' \
	  'crawl.sh tau $$new/$@ $$new/content-tau.json $$sized $^ && cat $$new/$@' kendall

sitemap.jsonl: navigation.tsv.zst about.txt seed.tsv
	@$(step) $@ 'the menus of each host as a tree; sitemap.xml is of the largest' \
	  'crawl.sh sitemaps $$new/$@ $$new/sitemap.txt $$new/sitemap.xml $$new/sitemap.json $$sized $$jobs' $< about.txt seed.tsv sitemap

# The search engine of UNICO (Nitsche 2003): clusters of the pages, some of each to be judged by a person, and, from these judgements,
# how relevant all pages are: only if unico is asked for.
unico: clusters.t2 ranks.t2 $(of-unico) ## clusters of the pages, some pages of each to be judged, and with JUDGED how relevant all are
	@unico.sh efforts $@

clusters.t2: weights.t3
	@$(step) $@ 'clusters of the pages' \
	  'cluster -clusters $$CLUSTERS -centroids $$new/centroids.t3 -keywords $$new/keywords.t3 -places $$new/cluster-map.t3 \
	   -similarities $$new/similarities.t3 $$sized $$jobs $(stats) -o $$new/$@ $<'

cluster-sizes.t2: clusters.t2
	@$(step) $@ 'the number of pages of each cluster' 'extsort -k 2 $$sized $< | tuplejoin -w 2 -group 2 -agg count -o $$new/$@'

keywords.parquet: clusters.t2 cluster-sizes.t2
	@$(step) $@ 'the words that weigh most in each cluster, and how often they occur' \
	  'unico.sh keywords $$new/$@ $$sized' keywords.t3 postings.t3 $^ lengths.t2 words.txt tuples extsort tuplejoin undict

# Of a cluster more pages are drawn if it is large, on average four (Nitsche 2003, 4.3.2.4.5: three to five).
drawn := -by-size -per 4 $$sized
to-judge.tsv: clusters.t2
	@$(step) $@ 'some pages of each cluster, to be judged' \
	  'sample $(drawn) -o $$new/to-judge.t2 $< && sample $(drawn) -documents documents.parquet -o $$new/$@ $<'

# What is known of a page beside its words and its clusters. A page that cannot be reached from the seed is farther than all others.
features := -vectors text=weights.t3 -vectors anchors=anchor-weights.t3 -to-clusters similarities.t3 -feature pagerank=document-ranks.t2 \
  -feature contact_words:int=contact-words.t2 -feature layer:int=document-layers.t2 -feature indegree:int=document-indegree.t2 \
  -feature outdegree:int=document-outdegree.t2
contact-words.t2: lengths.t2 ranks.t2 layers.t2 indegree.t2 outdegree.t2
	@$(step) $@ 'PageRank, contact words, layer and numbers of links of each page that has a text' \
	  'tuples -columns id,contact_words -to raw documents.parquet | extsort -w 2 $$sized -o $$new/$@ && \
	   tuplejoin -how semi -o $$new/document-ranks.t2 ranks.t2 $< && \
	   tuplejoin -how left -e 0 -fields 1.1,2.2 -o $$new/document-indegree.t2 $< indegree.t2 && \
	   tuplejoin -how left -e 0 -fields 1.1,2.2 -o $$new/document-outdegree.t2 $< outdegree.t2 && \
	   tuplejoin -how left -e $$(($$(tuples -count layer-sizes.t2) + 1)) -fields 1.1,2.2 -o $$new/document-layers.t2 $< layers.t2'

anchor-weights.t3: crawled.t2 lengths.t2
	@$(step) $@ 'what the words of the links to each page weigh' \
	  'unico.sh anchors $$new/$@ $$new/anchor-words.txt $$sized' $^ anchor-documents.sh urls.txt anchors.txt terms extsort tuplejoin tfidf tuples undict

judgements.tsv: lengths.t2
	@$(step) $@ 'the judgements, with the ids of this crawl' \
	  'unico.sh judgements $$new/$@ .made/judged.tsv "$$JUDGED" $$sized' urls.txt $< dict tuples extsort tuplejoin judge

relevance.model: judgements.tsv clusters.t2 contact-words.t2 anchor-weights.t3
	@$(step) $@ 'what makes a page relevant, learnt from the judgements' \
	  'relevance -train $< $(features) $$sized -stats $$new/relevance-model.json -o $$new/$@'

relevance-ways.tsv: judgements.tsv clusters.t2 contact-words.t2 anchor-weights.t3
	@$(step) $@ 'how good that is, by cross-validation, beside simple rules' \
	  'unico.sh ways $$new/$@ $$new/relevance-curve.tsv $< $(features) $$sized' relevance tuples

relevance.t2: relevance.model
	@$(step) $@ 'how relevant each page is' 'relevance -apply $< $(features) $$sized $(stats) -o $$new/$@'

relevant.parquet: relevance.t2
	@$(step) $@ 'the pages, the most relevant first' \
	  'extsort -k 2r,1 $$sized $< | undict -columns id:id,relevance:f32 $$sized -o $$new/$@ urls.txt'

university.xml: relevance.t2 layers.t2
	@$(step) $@ 'the pages with a relevance of 0.4 or more, and the texts of the links to them, as XML' \
	  'anchor-documents.sh crawled.t2 urls.txt anchors.txt $$sized | \
	   unico.sh university $$new/$@ $$new/university.json $< layers.t2 documents.parquet $$sized $$jobs' tuples undict extsort xml-export

# A page to read that shows all results. If further goals are asked for too, it is made after them.
$(if $(filter crawl report.html,$(goals)),report.html: $(filter documents.parquet $(foreach goal,$(further),$(of-$(goal))),$(goals)))
report.html: pages.parquet ranks.parquet anchors.parquet hosts.parquet tau.txt crawl.jsonl rejected.tsv
	@crawl.sh fresh
	@$(step) $@ 'the report' 'report -title "Crawl report: $$OUT" -o $$new/$@ .' '*.t2' '*.parquet' '*.json' hosts.txt urls.txt tau.txt seed.tsv growth.tsv words.txt crawl.jsonl rejected.tsv \
	  cluster-map.t3 to-judge.tsv judgements.tsv 'relevance-*.tsv' 'thesis/*'
