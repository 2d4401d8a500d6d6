# Many archives on one machine of many cores, as independent tasks (docs/cluster.md):
#
#   make -j 64 -f scripts/batch.mk ARCHIVES=archives.txt OUT=batch
#
# ARCHIVES is a file with the name of an archive in each line, without blanks. Task N is archive N. The reader of a pipe cannot
# tell whether its writer has ended or was killed, so a result has the name $(new) until all commands of its pipe have succeeded.
# After a failure run the same command again: it makes only what is missing or of another archive. A damaged or missing archive ends
# the run; with INCOMPLETE=yes a damaged one is taken as far as it can be read, and a missing one is left out. MEMORY is for each
# task, ALL for each step over all archives. Tools must be on PATH.
OUT    ?= out/batch
MEMORY ?= 512M
ALL    ?= 8G

SHELL := bash
.SHELLFLAGS := -e -o pipefail -c

# A variable that nothing reads is a mistake, unless a make that runs this one has given it.
ours := ARCHIVES OUT MEMORY ALL INCOMPLETE
given := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $v))),$v))
$(foreach v,$(filter-out $(ours) MAKE% -% .%,$(given)),$(if $(filter 0,$(MAKELEVEL)),$(error there is no variable $v: the variables are $(ours))))
$(if $(filter 1,$(words $(OUT))),,$(error OUT=$(OUT): write the name of one folder, without blanks))
$(if $(filter-out yes no,$(INCOMPLETE)),$(error INCOMPLETE=$(INCOMPLETE): it is yes or no))
$(if $(shell command -v tuples),,$(error the tools of webmill are not on PATH))
wrong   = $(shell said=$$(tuples -S '$($v)' -w 1 -from raw -to parquet /dev/null 2>&1 >/dev/null) || echo "$$said" | head -n 1)
$(foreach v,MEMORY ALL,$(if $(wrong),$(error $v=$($v): $(wrong))))

$(if $(ARCHIVES),,$(error ARCHIVES is missing: write the list of the archives, like ARCHIVES=archives.txt))
names := $(file <$(ARCHIVES))
$(if $(names),,$(error ARCHIVES=$(ARCHIVES): there is no such file, or it is empty))
hash  := \#
strange := $(shell LC_ALL=C grep -a -n -m 1 -v "^[^$(hash)'[:space:]][^'[:space:]]*$$" $(ARCHIVES) | LC_ALL=C tr -c '[:print:]\n' '?' | cut -c -200)
$(if $(strange),$(error ARCHIVES=$(ARCHIVES), line $(strange): each line must be the name of an archive, without a blank, a carriage return or ', no comment))
tasks := $(shell seq -f %05g $(words $(names)))
name   = $(word $(shell expr $(*F) + 0),$(names))

# The results, over all archives and of each.
folders := $(addprefix $(OUT)/,archives lines strings by-dst)
single  := $(OUT)/archives/% $(OUT)/lines/%.tsv.gz $(OUT)/strings/%.txt.gz $(OUT)/by-dst/%.t2
joint   := $(addprefix $(OUT)/,archives.txt urls.txt links-by-dst.t2 ranks.t2 indegree.t2 outdegree.t2)
other   := $(firstword $(filter-out all lines $(joint) $(single),$(MAKECMDGOALS)))
$(if $(other),$(error there is no result $(other): leave it out for all results, or write one of the files that OUT=$(OUT) will have))
other   := $(firstword $(filter-out $(tasks),$(basename $(basename $(notdir $(filter $(single),$(MAKECMDGOALS)))))))
$(if $(other),$(error there is no task $(other): $(ARCHIVES) has $(words $(names)) archives))

# Of two runs in one folder none removes what the other has made.
.PRECIOUS: $(joint) $(single)

# A checksum of the tools: links that another version has made are made again.
tools := $(shell cat $$(type -p extract-links extsort dict tuples tuplejoin pagerank) | cksum | cut -d ' ' -f 1)

# A task may outlive a make that is killed. Its result has a hidden name of its own, and gets its name at the end, if no input of
# the task has changed since it began, and no run with another list has taken the folder.
new    = $(@D)/.$$$$.$(@F)
begin  = rm -f $(@D)/.*.$(@F); began=$$(date +%s.%N);
of     = $(filter-out always,$^)
from   = $(if $(word 3,$(of)),$(<D) $(lastword $(of)),$(of))
listed = { cmp -s $(ARCHIVES) $(OUT)/archives.txt || { rm -f $(new); echo 'OUT=$(OUT): a run with another list works there: wait until it ends, and run again'; exit 1; } >&2; }
same   = $(listed) && { test -z "$$(find $(from) -newermt @$$began -print -quit)" || { rm -f $(new); echo '$@: what it is made of has changed: run again'; exit 1; } >&2; }
named  = && $(same) && mv $(new) $@
made   = $(named) || { echo '$@ was not made: if a file of OUT=$(OUT) is damaged, remove that file and run again' >&2; exit 1; }
# A note has the name, size and times of an archive and the checksum of the tools, but only while the links in lines are those of
# the whole archive: the task empties it before it reads the archive, and writes it after the links have their name, with the time
# of these. Without such a note the archive is read again, as one that was taken only in part: MEMORY may be more now, or
# INCOMPLETE not yes.
stated  = stat -L -c '%n %s %y %z $(tools)' '$(name)'
reading = : >$<; $(begin) now=$$($(stated) 2>/dev/null || :);
note    = $(@D)/.note.$$$$.$(@F)
noted   = && echo "$$now" >$(note) && touch -r $@ $(note) && mv $(note) $<
in-part = $(same) && { cmp -s $(new) $@ && rm $(new) || mv $(new) $@; } && exit
still   = && { test "$$now" = "$$($(stated))" || { rm -f $(new); echo '$(name): has changed while it was read: run again'; exit 1; } >&2; }
damaged = $(if $(filter yes,$(INCOMPLETE)),|| { test $$? = 3 && $(in-part); })
missing = $(if $(filter yes,$(INCOMPLETE)),test -r '$(name)' || { echo '$(name): $(absent): left out' >&2; gzip -n </dev/null >$(new); $(in-part); };)
absent  = is named by ARCHIVES=$(ARCHIVES), but cannot be read
# whole stops if the folder has results of other archives. The names of 90,000 files do not fit in the command of a shell, so the
# shell expands them itself.
whole  = test "$$(ls $(<D) | wc -l)" = $(words $(tasks)) || { echo '$(<D): has files of other archives: remove it'; exit 1; } >&2;

all: $(OUT)/ranks.t2 $(OUT)/indegree.t2 $(OUT)/outdegree.t2

# The folder .batch says that OUT is of this file. It is made before all else, so a file that stands there without it is not.
$(OUT)/.batch:
	@for f in $(OUT)/.made $(folders) $(joint); do test ! -e $$f || test -e $@ || \
	  { echo "OUT=$(OUT) holds $${f##*/}, which no run of batch.mk has made: use another folder"; exit 1; } >&2; done
	@mkdir -p $@ 2>/dev/null || { echo 'OUT=$(OUT) is not a folder that can be written to'; exit 1; } >&2
$(folders): | $(OUT)/.batch
	mkdir -p $@

# The list, and a note of each archive: if these change, all results that depend on them are made again.
$(OUT)/archives.txt: always | $(OUT)/archives
	cmp -s $(ARCHIVES) $@ || { cp $(ARCHIVES) $(new); mv $(new) $@; }
$(OUT)/archives/%: always $(OUT)/archives.txt | $(OUT)/archives
	@$(if $(filter yes,$(INCOMPLETE)),,test -r '$(name)' || { echo '$(name): $(absent)'; exit 1; } >&2)
	now=$$($(stated) 2>/dev/null || :); cmp -s - $@ <<<"$$now" || touch $@
always:

# One task for each archive: its links and their strings. Make keeps the files that the target lines names, and makes missing ones
# again.
lines: $(tasks:%=$(OUT)/lines/%.tsv.gz) $(tasks:%=$(OUT)/archives/%)
	@$(whole) :

$(OUT)/lines/%.tsv.gz: $(OUT)/archives/% | $(OUT)/lines
	$(reading) $(missing) extract-links -q -j 1 -S $(MEMORY) -o $(new) '$(name)' $(damaged) $(still) $(named) $(noted) || \
	  { echo '$(name): its links were not made: if it is damaged or no archive, mend it, or take it out of ARCHIVES=$(ARCHIVES)'; exit 1; } >&2

$(OUT)/strings/%.txt.gz: $(OUT)/lines/%.tsv.gz | $(OUT)/strings
	$(begin) gzip -dc $< | tr '\t' '\n' | extsort -lines -u -q -j 1 -S $(MEMORY) -o $(new) $(made)

# The dictionary of all archives.
$(OUT)/urls.txt: $(tasks:%=$(OUT)/strings/%.txt.gz) $(OUT)/archives.txt
	$(whole) $(begin) (cd $(OUT)/strings; extsort -lines -m -u -q -S 256M *.txt.gz) | dict -w 1 -q -S $(ALL) -dict $(new) -o /dev/null $(made)

# One task for each archive: its links as ids, sorted. It fails if the dictionary was made without the archive.
figures = $(@D)/.$$$$.figures.$(@F)
known   = && { test $$(grep -oE '"(existing|strings)":[0-9]+' $(figures) | cut -d : -f 2 | sort -u | wc -l) = 1 && rm $(figures) || \
  { rm -f $(new) $(figures); echo '$(OUT)/urls.txt: lacks pages of $<: make it again'; false; } >&2; }
$(OUT)/by-dst/%.t2: $(OUT)/lines/%.tsv.gz $(OUT)/urls.txt | $(OUT)/by-dst
	$(begin) dict -existing $(OUT)/urls.txt -q -S $(MEMORY) -stats $(figures) $< | extsort -w 2 -k 2,1 -u -q -j 1 -S $(MEMORY) -o $(new) $(known) $(made)

# All links, their degrees and ranks.
$(OUT)/links-by-dst.t2: $(tasks:%=$(OUT)/by-dst/%.t2)
	$(whole) $(begin) (cd $(OUT)/by-dst; extsort -m -k 2,1 -u -q -S $(ALL) -o ../$(notdir $(new)) *.t2) $(made)

$(OUT)/ranks.t2: $(OUT)/links-by-dst.t2
	$(begin) pagerank -q -S $(ALL) -o $(new) $< $(made)

$(OUT)/indegree.t2: $(OUT)/links-by-dst.t2
	$(begin) tuples -cols 2 $< | tuplejoin -w 1 -q -group 1 -agg count -o $(new) $(made)

$(OUT)/outdegree.t2: $(OUT)/links-by-dst.t2
	$(begin) tuples -cols 1 $< | extsort -w 1 -q -S $(ALL) | tuplejoin -w 1 -q -group 1 -agg count -o $(new) $(made)
