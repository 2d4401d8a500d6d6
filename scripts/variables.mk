# What every run of make needs: the shell, and the variables of a crawl (scripts/crawl.mk) checked.

ifneq ($(filter 3.7% 3.80 3.81,$(MAKE_VERSION)),)
$(error GNU make 3.82 or newer is needed, this is $(MAKE_VERSION): a newer one may be called gmake)
endif

SHELL       := bash
.SHELLFLAGS := -o pipefail -ec
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS   += --no-builtin-rules

# The goals of the chain (crawl.mk).
chain-goals := crawl words people content navigation unico

# A variable that nothing reads is a mistake, which would give the results of another crawl, or none. Goals beside the crawl have
# variables of their own: there, only the names in small letters are refused. settable are those that nothing but a crawl reads.
ours     := CRAWL OUT BASE SEED EXTRACT K TOP BETA CLUSTERS JUDGED MEMORY TMP JOBS
settable := $(filter-out CRAWL MEMORY TMP JOBS,$(ours))
by-user   = $(foreach v,$(1),$(if $(filter command,$(firstword $(origin $(v)))),$(v)))
given    := $(call by-user,$(.VARIABLES))
known    := $(ours) TOOLS SCRIPTS $(if $(filter install uninstall,$(MAKECMDGOALS)),PREFIX DESTDIR) GO% CGO_ENABLED VERSION LDFLAGS FUZZTIME SHELL MAKE% .% -%
small     = $(shell echo $(ours) PREFIX | tr A-Z a-z)
results  := $(chain-goals) %.t1 %.t2 %.t3 %.parquet %.txt %.tsv %.jsonl %.html %.zst %.xml %.model
misspelt := $(if $(filter-out $(results),$(MAKECMDGOALS)),$(filter $(small),$(given)),$(filter-out $(known),$(given)))
$(if $(misspelt),$(error there is no variable $(firstword $(misspelt)): the variables of a crawl are $(ours)))

# Alone, these goals read no variable of a crawl.
no-crawl := all beam clean install lint test uninstall
comma    := ,
alone    := $(if $(filter-out $(no-crawl),$(MAKECMDGOALS)),,$(firstword $(MAKECMDGOALS)))
useless  := $(if $(alone),$(firstword $(filter CRAWL $(settable),$(given))))
$(if $(useless),$(error $(alone)$(if $(filter all,$(alone)), only builds the tools$(comma) and) has no $(useless): leave $(alone) out for the whole chain))

write    := write the archives, the list or the folder of the crawl, like CRAWL=crawl.warc.gz
ifndef CRAWL
ifneq ($(filter command environment,$(firstword $(origin CRAWL))),)
$(error CRAWL is empty: $(write))
else ifneq ($(filter $(chain-goals),$(MAKECMDGOALS))$(filter $(settable),$(if $(MAKECMDGOALS),,$(given))),)
$(error CRAWL is missing: $(write))
endif
endif
