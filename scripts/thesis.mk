# The experiments of Kulvait 2007, chapter 8, on any graph, and the comparison of strategies that the thesis plans. `make thesis`
# calls it on the links of a crawl:
#
#   make -f scripts/thesis.mk LINKS=links.t2 OUT=out/thesis      LINKS are pairs (src, dst) sorted by 1,2
#
#   ORDER       the order of fetching that the tables are about, pairs (id, position) (default: breadth first)
#   SEEDS       the page where the search begins, like seed.t1 of `make CRAWL=…`: the experiments are about the pages that can be
#               reached from it (default: all pages; the search begins at the lowest page, and again at the lowest page left)
#   HOSTS       pairs (page, host), for the strategies that need them
#   K, D, TOL   of the ranks (100, 0.75, 1e-9)
#   PHASES      shares of the crawl, in percent, after which it is ranked (5 10 … 100)
#   STRATEGIES  to compare (all that need no further files); STEPS (5 10 20 … 90) are the phases at which each is ranked
#   MEMORY, TMP -S and -T of the tools (1G); DECIMALS of the tables (3); QUIET: print only the claims
#
# A stopped run continues where it was stopped. With other links, parameters or versions of the tools, all results are made again.
# With make -j2 independent steps run at the same time: halve MEMORY then. In OUT:
#
#   correlation.tsv      tau of PageRank and K-Rank by phase (Table 8.1)
#   stability-100.tsv    tau of the ranks by phase with those of the whole (Table 8.2); stability-50.tsv with half (Table 8.3)
#   accumulate-X-N.tsv   share of the importance X that a share of the order collects, N % being all (Tables 8.4 to 8.9)
#   share-N.tsv          stability against collected share (Graphs 8.3 and 8.5)
#   strategies.tsv       what each strategy collects when, and how stable the ranks are then
#   strategy-NAME.tsv    the curve of what it collects of PageRank, krank-by-NAME.tsv of K-Rank
#   stability-by-NAME.tsv  tau of the ranks by phase with those of the whole, as in Table 8.2
#   claims.tsv           what holds here of what the thesis found
#   of.tsv               name, size and time of the file of links
#   *.parquet            each of these tables for a notebook
#
# Which pages tau is over is not printed in the thesis: here over all pages of the order, with zeros for those that are not
# rated yet, and (in the columns *_rated) over those that are. Where all ranks are equal, tau is not defined: it is nan, and no
# claim is judged by it.

SHELL      := bash
OUT        ?= out/thesis
MEMORY     ?= 1G
K          ?= 100
D          ?= 0.75
TOL        ?= 1e-9
DECIMALS   ?= 3
PHASES     ?= 5 10 15 20 25 30 35 40 45 50 55 60 65 70 75 80 85 90 95 100
STEPS      ?= 5 10 20 30 40 50 60 70 80 90
STRATEGIES ?= bfs dfs dfs-push random opic opic-all partial omniscient$(if $(HOSTS), sites)
TOOLS      ?= $(CURDIR)/bin

# Steps run in OUT, so that files outside of it need their whole names.
$(foreach v,LINKS ORDER SEEDS HOSTS,$(if $(filter-out /%,$(firstword $($v))),$(eval override $v := $(CURDIR)/$($v))))
export LINKS ORDER SEEDS HOSTS OUT MEMORY TMP K D TOL DECIMALS PHASES STEPS STRATEGIES
export PATH := $(TOOLS):$(CURDIR)/scripts:$(PATH)
export RUN := $(shell echo $$PPID)

$(if $(strip $(PHASES)),,$(error PHASES is empty: write percentages that ascend, like 10 50 100))

# The phases before each, the last one, and those until half.
last   :=
halves :=
$(foreach p,$(PHASES),$(eval before-$p := $(last))$(eval last := $p)$(if $(filter 50,$(halves)),,$(eval halves += $p)))
half   := $(filter 50,$(halves))
graph  := $(if $(SEEDS),links.t2,ready)
links  := $(if $(SEEDS),links.t2,"$$LINKS")
from   := $(if $(SEEDS),-seed-file "$$SEEDS")
order  := $(if $(ORDER),"$$ORDER",order.t2)
solver := -d $$D -tol $$TOL
phases := $(PHASES:%=pr-%.t2) $(PHASES:%=kr-%.t2)
final  := pr-$(last).t2 kr-$(last).t2
pagerank := pr
krank    := kr
needs-partial    := $(solver)
needs-omniscient := -importance pr-$(last).t2
needs-sites      := -host-of "$$HOSTS"

tables := correlation.tsv $(foreach n,100 $(half),stability-$n.tsv accumulate-pagerank-$n.tsv accumulate-krank-$n.tsv share-$n.tsv) \
  $(foreach s,$(STRATEGIES),strategy-$s.tsv krank-by-$s.tsv stability-by-$s.tsv) strategies.tsv
step   := $(if $(QUIET),>/dev/null )step.sh
stats   = -stats $$new/$(basename $@).json
known   = $(solver) -known $(order) -share $*e-2 $(if $(filter $*,$(last)),$(stats)) -o $$new/$@
table   = >$$new/$@ && table -o $$new/$(basename $@).parquet $$new/$@
derive  = report -derive $(1) . $(table)

.PHONY: thesis ready reached.t2 links.t2 by-dst.t2 layers.t2 order.t2 ids.t1 order-50.t2 $(phases) $(tables) claims.tsv $(STRATEGIES:%=order-%.t2)

thesis: claims.tsv
	@thesis.sh end $(order)

# ready checks the variables and that no other run uses OUT, and removes the results of other links or parameters.
ready:
	@thesis.sh begin

reached.t2: ready
	@$(step) $@ 'the pages that can be reached' 'bfs-layers $$sized $(from) -reachable -o $$new/$@ "$$LINKS"'

links.t2: reached.t2
	@$(step) $@ 'the links of these pages' 'tuplejoin -how semi -k 1 -o $$new/$@ "$$LINKS" $<'
	@test -s "$$OUT/$@" || { echo 'make: no links can be reached from SEEDS: there is nothing to compare' >&2; exit 1; }

by-dst.t2: $(graph)
	@$(step) $@ 'the links by target, each once' 'extsort -u -k 2,1 $$sized $(stats) -o $$new/$@ $(links)'

layers.t2: $(graph)
	@$(step) $@ 'breadth-first layers' 'bfs-layers $$sized $(from) $(stats) -o $$new/$@ $(links)'

order.t2: layers.t2
	@$(step) $@ 'the order: breadth first' 'bfs-number $$sized -layers $< $(stats) -o $$new/$@ $(links)'

ids.t1: $(if $(ORDER),ready,order.t2)
	@$(step) $@ 'all pages' 'tuples -cols 1 -o $$new/$@ $(order)'

# Ranks by phase. Each begins with those of the phase before, K-Rank with the PageRank that it scores links by.
$(foreach p,$(PHASES),$(eval pr-$p.t2: $(before-$p:%=pr-%.t2)))
$(PHASES:%=pr-%.t2): pr-%.t2: by-dst.t2 ids.t1
	@$(step) $@ 'PageRank at $* %' 'pagerank $$sized $(before-$*:%=-init pr-%.t2) $(known) by-dst.t2'

$(PHASES:%=kr-%.t2): kr-%.t2: pr-%.t2
	@$(step) $@ 'K-Rank at $* %' 'krank $$sized -best $$K -ranks $< -init $< $(known) by-dst.t2'

correlation.tsv: $(phases)
	@$(step) $@ 'Table 8.1: PageRank and K-Rank' 'thesis.sh correlation $$PHASES $(table)' ids.t1 $^

stability-100.tsv: $(phases)
	@$(step) $@ 'Table 8.2: by phase and in the end' 'thesis.sh stability $(last) $$PHASES $(table)' ids.t1 $^

stability-50.tsv: $(phases)
	@$(step) $@ 'Table 8.3: by phase and at half' 'thesis.sh stability 50 $(halves) $(table)' ids.t1 $^

# Importance collected by an order; only the pages of the order count: those of half of it are taken for all.
accumulate-pagerank-100.tsv accumulate-krank-100.tsv: accumulate-%-100.tsv: $(final)
	@$(step) $@ 'importance by the order: $*' 'thesis.sh curve $(order) $($*)-$(last).t2 $(table)'

order-50.t2: ids.t1
	@$(step) $@ 'the first half of the order' 'extsort -k 2,1 $$sized $(order) | \
	   tuples -w 2 -head $$((($$(tuples -count $(order)) + 1) / 2)) | extsort -w 2 -k 1,2 $$sized -o $$new/$@'

accumulate-pagerank-50.tsv accumulate-krank-50.tsv: accumulate-%-50.tsv: order-50.t2 pr-50.t2 kr-50.t2
	@$(step) $@ 'importance by the half: $*' 'thesis.sh curve $< $($*)-50.t2 $(table)'

share-100.tsv share-50.tsv: share-%.tsv: stability-%.tsv accumulate-krank-%.tsv accumulate-pagerank-%.tsv
	@$(step) $@ 'stability by collected share, $* %' '$(call derive,share-$*)' $^

# The strategies: what each collects, and how stable the rank of the pages is that it has fetched.
order-omniscient.t2: pr-$(last).t2
$(STRATEGIES:%=order-%.t2): order-%.t2: $(graph)
	@$(step) $@ 'order of fetching: $*' 'crawl-order -strategy $* $(from) $(needs-$*) $$sized $(stats) -o $$new/$@ $(links)'

$(STRATEGIES:%=strategy-%.tsv): strategy-%.tsv: order-%.t2 $(final)
	@$(step) $@ 'PageRank that $* collects' 'thesis.sh curve $< pr-$(last).t2 $(table)'

$(STRATEGIES:%=krank-by-%.tsv): krank-by-%.tsv: order-%.t2 $(final)
	@$(step) $@ 'K-Rank that $* collects' 'thesis.sh curve $< kr-$(last).t2 $(table)'

$(STRATEGIES:%=stability-by-%.tsv): stability-by-%.tsv: order-%.t2 $(final)
	@$(step) $@ 'ranks while $* fetches, and in the end' 'thesis.sh growing $* $(last) $$new $$STEPS $(table)' ids.t1 by-dst.t2 $^

strategies.tsv: $(filter strategy-% krank-by-% stability-by-%,$(tables))
	@$(step) $@ 'the strategies, side by side' '$(call derive,"strategies=$$STRATEGIES")' $^ $(STRATEGIES:%=order-%.json)

claims.tsv: $(tables)
	@$(step) $@ 'what holds of the claims of the thesis' '$(call derive,claims)' $^
