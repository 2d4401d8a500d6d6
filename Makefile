# webmill: `make demo` shows it, `make test` proves it, `make help` lists the rest; `make CRAWL=crawl.warc.gz OUT=out` runs the
# whole chain on a crawl (scripts/crawl.mk).
# It needs Go and make; what tests and comparisons can use besides (strace, DuckDB, a C++ compiler) they look for themselves.

include scripts/variables.mk

GO       ?= go
# The version is that of the sources of the tools, so the tools stay the same bytes when only other files change. The module
# tools/beam does not count: the tools do not use it.
sources  := go.mod go.sum pkg tools ':!tools/beam'
VERSION  := $(shell git describe --tags --always $$(git log -1 --format=%H -- $(sources) 2>/dev/null) 2>/dev/null || echo devel)$(shell \
              git diff --quiet HEAD -- $(sources) 2>/dev/null || [ $$? != 1 ] || echo -dirty)
# Tests are built in the same way, because they can then use what was compiled for the tools.
PORTABLE := -trimpath -buildvcs=false
LDFLAGS  := -s -w -X webmill/pkg/cli.Version=$(VERSION)
FUZZTIME ?= 10s
PREFIX   ?= /usr/local

export CGO_ENABLED := 0

.PHONY: all beam install uninstall test test-cluster test-seconds demo nav-study thesis lint fuzz race soak docs picture clean help help-measure
.DEFAULT_GOAL := all

all: | bin ## use: build every tool into bin/
	$(GO) build $(PORTABLE) -ldflags '$(LDFLAGS)' -o bin/ ./tools/...

beam: | build ## use: build build/webmill-beam, which runs jobs on a cluster (docs/cluster.md); the first time takes minutes
	cd tools/beam && $(GO) build $(PORTABLE) -ldflags '$(LDFLAGS)' -o ../../build/ ./webmill-beam

install: all ## use: tools, manual pages, completions and the chain (the command webmill) below PREFIX (/usr/local)
	@scripts/install.sh bin "$(DESTDIR)$(PREFIX)"

uninstall: ## use: removes from PREFIX what make install put there
	@scripts/uninstall.sh "$(DESTDIR)$(PREFIX)"

# Processes of tests allocate much and live shortly: GOGC lets them clear up less often. The tools that they start get no GOGC. A
# package more than there are processors, and two tests of a package more, because tests wait for disks, clocks and processes. The
# tests of the tools take longest, so they come first.
test: cores = $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
test: all ## test: vet and all tests (minutes)
	GOGC=400 WEBMILL_TEST_TOOLS='$(CURDIR)/bin' $(GO) test $(PORTABLE) -vet=all -short -timeout 30m -p $$(($(cores) + 1)) -parallel $$(($(cores) + 2)) $(GOTESTFLAGS) ./tools ./...

test-cluster: all beam ## test: the jobs of webmill-beam against the small tools
	cd tools/beam && WEBMILL_TEST_TOOLS='$(CURDIR)/bin' WEBMILL_DATA="$${WEBMILL_DATA-$(CURDIR)/../shared/data}" $(GO) test $(PORTABLE) -ldflags '-s -w' -timeout 30m $(GOTESTFLAGS) ./...

test-seconds: | build ## test: what the tests of each tool cost, into docs/figures/test-seconds.tsv (make docs shows it)
	@scripts/test-seconds.sh

demo: crawl = fetch -state out/demo/crawl -replay testdata/crawl/site.warc.gz -scope all https://www.uni-lindenau.example/
demo: all ## use: the bundled crawl and a web of ten million links through the tools, into out/demo (less than two minutes)
	@rm -rf out/demo && mkdir -p out/demo
	@echo 'webmill: from a crawl to ranks, in out/demo'
	@printf '\nThe bundled site, crawled again: fetch takes the answers from its archive, not from the network\n   $$ %s\n' '$(crawl)'
	@PATH="$(CURDIR)/bin:$$PATH"; $(crawl) && report -o out/demo/crawl/report.html out/demo/crawl
	@$(MAKE) --no-print-directory CRAWL=testdata/crawl/site.warc.gz BASE= OUT=out/demo
	@$(MAKE) --no-print-directory CRAWL=testdata/crawl/site.warc.gz BASE= OUT=out/demo JUDGED=testdata/crawl/judged.tsv words people content navigation unico
	@PATH="$(CURDIR)/bin:$$PATH" scripts/before-after.sh testdata/crawl/site.warc.gz https://news.lindenau.test/2015/01/dispute-over-hanseatic-craftsmen-4.html
	@PATH="$(CURDIR)/bin:$$PATH" CRAWL=testdata/crawl/site.warc.gz scripts/menus.sh out/demo www.uni-lindenau.example news.lindenau.test
	@PATH="$(CURDIR)/bin:$$PATH" scripts/questions.sh out/demo
	@printf '\nThe experiments of the thesis on its links, and crawl strategies compared, in out/demo/thesis: a minute at most\n'
	@$(MAKE) --no-print-directory -f scripts/thesis.mk LINKS=out/demo/links.t2 HOSTS=out/demo/page-host.t2 SEEDS=out/demo/seed.t1 QUIET=1 OUT=out/demo/thesis
	@PATH="$(CURDIR)/bin:$$PATH" report -o out/demo/report.html out/demo
	@PATH="$(CURDIR)/bin:$$PATH" scripts/demo.sh out/demo/graph
	@printf '\nParquet for the notebook (scripts/notebook reads that of the crawl):\n'
	@ls out/demo/*.parquet out/demo/graph/*.parquet | sed 's/^/  /'
	@printf '  %s (%d tables of the experiments)\n' 'out/demo/thesis/*.parquet' "$$(ls out/demo/thesis/*.parquet | wc -l)"
	@printf '\nAnd for a browser, all about the crawl on one page, and what the crawler met:\n  %s\n  %s\n' out/demo/report.html out/demo/crawl/report.html

nav-study: all ## use: the experiments of Mielke 2011 on CRAWL, into OUT/navigation (docs/navigation-study.md)
	@test -n "$(CRAWL)" || { echo 'usage: make nav-study CRAWL=crawl.warc.gz [OUT=out]; scripts/navigation.sh says what else can be set' >&2; exit 2; }
	@$(MAKE) --no-print-directory links-by-dst.t2 words || [ $$? = 2 ] && test -s "$(OUT)/postings.t3"
	@PATH="$(CURDIR)/bin:$$PATH" scripts/navigation.sh "$(OUT)"

thesis: all ## use: the experiments of the thesis on the links of LINKS=links.t2, and the strategies compared, into OUT/thesis
	@test -n "$(LINKS)" || { echo 'usage: make thesis LINKS=links.t2 [OUT=out]; scripts/thesis.mk says what else can be set' >&2; exit 2; }
	@$(MAKE) --no-print-directory -f scripts/thesis.mk SEEDS="$${SEEDS-$(wildcard $(dir $(LINKS))seed.t1)}" OUT=$(or $(OUT),out)/thesis
	@PATH="$(CURDIR)/bin:$$PATH" report -o $(or $(OUT),out)/report.html $(or $(OUT),out) && echo "written: $(or $(OUT),out)/report.html"

# Functions that only tests call (webs to crawl, messages of HTTP without a record), or only tools/beam.
tested := ^pkg/(madewebs/|web/warc/http[.]go:.*Message|graph/rank/power[.]go:.*Contribute|cli/cli[.]go:.*RunWithin)

lint: ## test: formatting, vet, the rules of the house, staticcheck, dead code
	@test -z "$$(gofmt -l pkg tools | tee /dev/stderr)"
	$(GO) vet ./...
	GOOS=darwin $(GO) vet ./... && GOOS=freebsd $(GO) vet ./... && GOARCH=386 $(GO) vet ./... && GOARCH=s390x $(GO) vet ./pkg/...
	$(GO) test -count=1 ./pkg/internal/lint
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
	@echo 'deadcode: functions that no tool reaches'
	@dead=$$($(GO) run golang.org/x/tools/cmd/deadcode@v0.51.0 ./tools/... ./scripts/...) || exit 1; \
	! echo "$$dead" | grep . | grep -vE '$(tested)'

fuzz: ## test: run every fuzz target for FUZZTIME (10s)
	@{ grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' pkg tools || true; } | sort | sed 's/:func / /' | \
	while read -r file target; do \
		echo "$$target in $${file%/*}"; \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "./$${file%/*}"; \
	done

# By default a process under the race detector waits a second before it exits.
race: ## test: the packages, and the tools in their scripts, under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short ./pkg/...
	CGO_ENABLED=1 $(GO) build -race $(PORTABLE) -o build/race/ ./tools/...
	GORACE=atexit_sleep_ms=0 WEBMILL_TEST_TOOLS='$(CURDIR)/build/race' $(GO) test -count=1 -short -timeout 30m $(PORTABLE) ./tools -run TestScripts

soak: ## test: all tests with all their cases, each tool killed 200 times, and 6000 damaged archives, at other moments each time
	$(GO) test -count=1 -timeout 60m ./...
	$(GO) test -count=1 -timeout 60m ./tools -run 'TestEveryTool/.*/.*/output/killed|TestEveryTool/.*/.*/limits/memory/killed|TestCrawlKilled|TestFetchKilled' -rounds 200 -seed $$RANDOM -v | grep -v '^=== '
	$(GO) test -count=1 -timeout 60m ./tools -run "TestDamagedArchives|TestLargeDamages|TestDamagedStart" -rounds 1000 -seed $$RANDOM -v | grep -v '^=== '

docs: ## test: make the table of tools in README.md, the tables and pictures in docs
	$(GO) test -count=1 ./tools ./pkg/internal/lint -run 'TestReadme|TestFigures|TestPackages' -update

picture: ## test: make the picture of the report in docs, by Chromium, after make demo
	@scripts/picture.sh

clean: ## use: remove the tools and what was measured; results in out stay
	rm -rf bin build

# listed FILE GROUP: prints the goals of a makefile that stand in a group, with what is said of them.
listed = sed -nE 's/^([a-z-]+):.*\#\# $(2): (.*)/  make \1\t\2/p' $(1) | expand -t 27

help: ## use: this list
	@printf 'use\n  make CRAWL=crawl.warc.gz OUT=out\n%27sa crawl through all tools (docs/chain.md); goals for more results:\n' ''
	@sed -nE 's/^([a-z]+):.*\#\# (.*)/\t\1\t\2/p' scripts/crawl.mk | expand -t 27,39
	@$(call listed,Makefile,use)
	@printf '\ntest\n' && $(call listed,Makefile,test)
	@printf '\nmeasure\n' && $(call listed,Makefile,measure)

help-measure: ## measure: the goals that measure speed, memory and quality (scripts/measure.mk)
	@$(call listed,scripts/measure.mk,measure)

bin build:
	mkdir -p $@

$(if $(and $(filter demo,$(MAKECMDGOALS)),$(filter CRAWL $(settable),$(given))),\
  $(error make demo takes no variables, it is about the bundled crawl: for another one leave out demo))

include scripts/measure.mk

ifdef CRAWL
include scripts/crawl.mk
endif
