# Many archives on one machine of many cores, as independent tasks (docs/cluster.md):
#
#   make -j 64 -f scripts/batch.mk ARCHIVES=archives.txt OUT=out
#
# ARCHIVES is a file with the name of an archive in each line, without blanks. Task N is archive N. The reader of a pipe cannot
# tell whether its writer has ended or was killed, so a result has the name $(new) until all commands of its pipe have succeeded.
# After a failure run the same command again: it makes only what is missing or of another archive. A damaged archive ends the run;
# with INCOMPLETE=yes it is taken as far as it can be read. MEMORY is for each task, ALL for each step over all archives. Tools
# must be on PATH.
OUT    ?= out/batch
MEMORY ?= 512M
ALL    ?= 8G

SHELL := bash
.SHELLFLAGS := -e -o pipefail -c
.DELETE_ON_ERROR:

# A variable that nothing reads is a mistake, unless a make that runs this one has given it.
ours := ARCHIVES OUT MEMORY ALL INCOMPLETE
given := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $v))),$v))
$(foreach v,$(filter-out $(ours) MAKE% -% .%,$(given)),$(if $(filter 0,$(MAKELEVEL)),$(error there is no variable $v: the variables are $(ours))))
names := $(if $(ARCHIVES),$(file <$(ARCHIVES)))
$(if $(names),,$(error ARCHIVES=$(ARCHIVES): there is no such file, or it is empty))
$(if $(filter-out yes no,$(INCOMPLETE)),$(error INCOMPLETE=$(INCOMPLETE): it is yes or no))
$(if $(filter $(words $(names)),$(shell grep -c '' $(ARCHIVES))),,$(error $(ARCHIVES): needs one name a line, without blanks))
tasks := $(shell seq -f %05g $(words $(names)))
name   = $(or $(word $(shell expr $(*F) + 0),$(names)),archive-$(*F))
# A task may outlive a make that is killed. Its result has a hidden name of its own, and gets its name at the end, if no input of
# the task has changed since it began.
new    = $(@D)/.$$$$.$(@F)
begin  = rm -f $(@D)/.*.$(@F); began=$$(date +%s.%N);
of     = $(filter-out always,$^)
from   = $(if $(word 3,$(of)),$(<D) $(lastword $(of)),$(of))
same   = { test -z "$$(find $(from) -newermt @$$began -print -quit)" || { rm -f $(new); echo '$@: what it is made of has changed: run again'; exit 1; } >&2; }
keep   = $(same) && mv $(new) $@
named  = && $(keep)
# An archive that was taken only in part has a mark. The task sets it before it writes the links, and removes it when it has
# written the links of the whole archive. Each run reads such an archive again, and says so: MEMORY may be more now, or INCOMPLETE
# not yes.
mark   = $(OUT)/part/$*
part   = $(same) && touch $(mark) && { cmp -s $(new) $@ && rm $(new) || mv $(new) $@; }
taken  = $(if $(filter yes,$(INCOMPLETE)),|| { test $$? = 3 && $(part) && exit; })
partly := $(notdir $(wildcard $(OUT)/part/*))
# whole stops if the folder has results of other archives. The names of 90,000 files do not fit in the command of a shell, so the
# shell expands them itself.
whole  = test "$$(ls $(<D) | wc -l)" = $(words $(tasks)) || { echo '$(<D): has files of other archives: remove it'; exit 1; } >&2;

all: $(OUT)/ranks.t2 $(OUT)/indegree.t2 $(OUT)/outdegree.t2

$(OUT)/archives $(OUT)/lines $(OUT)/strings $(OUT)/by-dst $(OUT)/part:
	mkdir -p $@

# The list, and the name, size and time of each archive: if these change, all results that depend on them are made again.
$(OUT)/archives.txt: always | $(OUT)/archives
	now=$$(cat $(ARCHIVES)); $(noted)
$(OUT)/archives/%: always | $(OUT)/archives
	@test -r '$(name)' || { echo '$(name): is named by ARCHIVES=$(ARCHIVES), but cannot be read'; exit 1; } >&2
	now=$$(stat -L -c '%n %s %y' '$(name)'); $(noted)
noted = cmp -s - $@ <<<"$$now" || { echo "$$now" >$(new); mv $(new) $@; }
always:

# One task for each archive: its links and their strings. Make keeps the files that the target lines names, and makes missing ones
# again.
lines: $(tasks:%=$(OUT)/lines/%.tsv.gz) $(tasks:%=$(OUT)/archives/%)

$(OUT)/lines/%.tsv.gz: $(OUT)/archives/% | $(OUT)/lines $(OUT)/part
	$(begin) extract-links -q -j 1 -S $(MEMORY) -o $(new) '$(name)' $(taken) $(named) && rm -f $(mark)
$(partly:%=$(OUT)/lines/%.tsv.gz): always

$(OUT)/strings/%.txt.gz: $(OUT)/lines/%.tsv.gz | $(OUT)/strings
	$(begin) gzip -dc $< | tr '\t' '\n' | extsort -lines -u -q -j 1 -S $(MEMORY) -o $(new) $(named)

# The dictionary of all archives.
$(OUT)/urls.txt: $(tasks:%=$(OUT)/strings/%.txt.gz) $(OUT)/archives.txt
	$(whole) $(begin) (cd $(OUT)/strings; extsort -lines -m -u -q -S 256M *.txt.gz) | dict -w 1 -q -S $(ALL) -dict $(new) -o /dev/null $(named)

# One task for each archive: its links as ids, sorted.
$(OUT)/by-dst/%.t2: $(OUT)/lines/%.tsv.gz $(OUT)/urls.txt | $(OUT)/by-dst
	$(begin) dict -existing $(OUT)/urls.txt -q -S $(MEMORY) $< | extsort -w 2 -k 2,1 -u -q -j 1 -S $(MEMORY) -o $(new) $(named)

# All links, their degrees and ranks.
$(OUT)/links-by-dst.t2: $(tasks:%=$(OUT)/by-dst/%.t2)
	$(whole) $(begin) (cd $(OUT)/by-dst; extsort -m -k 2,1 -u -q -S $(ALL) *.t2) >$(new) $(named)

$(OUT)/ranks.t2: $(OUT)/links-by-dst.t2
	$(begin) pagerank -q -S $(ALL) -o $(new) $< $(named)

$(OUT)/indegree.t2: $(OUT)/links-by-dst.t2
	$(begin) tuples -cols 2 $< | tuplejoin -w 1 -q -group 1 -agg count -o $(new) $(named)

$(OUT)/outdegree.t2: $(OUT)/links-by-dst.t2
	$(begin) tuples -cols 1 $< | extsort -w 1 -q -S $(ALL) | tuplejoin -w 1 -q -group 1 -agg count -o $(new) $(named)
