package crawllog_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/scope"
)

// words are the strings of a source file that a pattern finds.
func words(t *testing.T, file, pattern string) (list []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		list = append(list, string(m[1]))
	}
	if len(list) == 0 {
		t.Fatalf("%s: nothing is like %s", file, pattern)
	}
	return list
}

// TestOutcomesComplete: every outcome that a crawl can give has a meaning: those of this package, the errors of the exchange and
// the rules of the scope. The manual of fetch has a row for it.
func TestOutcomesComplete(t *testing.T) {
	all := words(t, "outcome.go", `(?m)^\t[A-Z]\w+ += "([a-z-]+)"`)
	rules := words(t, "../scope/scope.go", `Rule += "([a-z]+)"`)
	all = append(all, rules...)
	for k := exchange.Kind(0); k.String() != "unknown"; k++ {
		all = append(all, k.String())
	}
	if len(all) < 15+7+8 {
		t.Errorf("only %d outcomes: %v", len(all), all)
	}
	for _, outcome := range all {
		if crawllog.Meaning(outcome) == "" {
			t.Errorf("%s has no meaning", outcome)
		}
	}
	rows := strings.Join(words(t, "../../../tools/fetch/manual.go", `(?m)^  ((?:[a-z-]+, )*[a-z-]+)[ ,]`), ", ") + ","
	for _, outcome := range all {
		if ended := exchange.Canceled.String(); outcome != ended && !strings.Contains(rows, outcome+",") { // which is not logged
			t.Errorf("the manual of fetch has no row for %s", outcome)
		}
	}
	for _, rule := range append(rules, "trap:length") {
		if crawllog.ClassOf(rule) != crawllog.Excluded {
			t.Errorf("what breaks the rule %s is not excluded", rule)
		}
	}
	for _, rule := range append(rules, "trap:length", crawllog.ManyLinks) {
		ofURLs := rule == string(scope.Number) || rule == string(scope.Robots) // which reject no links
		if !ofURLs && crawllog.RuleMeaning(rule) == "" {
			t.Errorf("the rule %s has no meaning", rule)
		}
	}
	if !scope.Rule("trap:length").Trap() {
		t.Error("the rules of traps have another beginning")
	}
}

// TestClassOf: what figures count a URL for.
func TestClassOf(t *testing.T) {
	for outcome, want := range map[string]crawllog.Class{
		"ok": crawllog.Page, "unchanged": crawllog.Page,
		"redirect": crawllog.Excluded, "not-due": crawllog.Excluded, "trap:length": crawllog.Excluded,
		"refused": crawllog.Excluded, "truncated": crawllog.Failed, "http-404": crawllog.Failed, "dns": crawllog.Failed,
		"no-such": crawllog.Failed, "": crawllog.Failed,
	} {
		if got := crawllog.ClassOf(outcome); got != want {
			t.Errorf("%q: class %d, want %d", outcome, got, want)
		}
	}
	status, ok := crawllog.Status(crawllog.OfStatus(404))
	if _, other := crawllog.Status("ok"); status != "404" || !ok || other || crawllog.OfStatus(404) != "http-404" {
		t.Errorf("the status of %s is %q, %t", crawllog.OfStatus(404), status, ok)
	}
	outcome := []byte("too-many-redirects")
	if n := testing.AllocsPerRun(10, func() { crawllog.ClassOf(string(outcome)) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestReason: why a URL is no page, in words that do not only repeat the outcome.
func TestReason(t *testing.T) {
	for want, e := range map[string]crawllog.Entry{
		"robots.txt forbids it":                  {Outcome: crawllog.Forbidden},
		"HTTP 404":                               {Outcome: "http-404"},
		"image/png is no page":                   {Outcome: crawllog.OtherType, Type: "image/png"},
		"a kind of document that is no page":     {Outcome: crawllog.OtherType},
		"redirects to http://a.test/":            {Outcome: crawllog.Redirect, Target: "http://a.test/"},
		"redirects to itself":                    {Outcome: crawllog.Redirect, Target: "http://a.test/", Why: "redirects to itself"},
		"127.0.0.1:9: connection refused":        {Outcome: "connect", Why: "127.0.0.1:9: connection refused"},
		"the server takes no connection":         {Outcome: "connect"},
		"-deny refuses 127.0.0.1":                {Outcome: crawllog.Address, Why: "-deny refuses 127.0.0.1"},
		"the address of the host is not allowed": {Outcome: crawllog.Address},
		"trap:length":                            {Outcome: "trap:length"},
	} {
		if got := e.Reason(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOutcomesOfScripts: the script of the chain looks for outcomes by their words.
func TestOutcomesOfScripts(t *testing.T) {
	got := words(t, "../../../scripts/logs.sh", `grep -qsaE '"outcome":"\(([a-z|-]+)\)"'`)
	if len(got) != 1 || got[0] != crawllog.Unchanged+"|"+crawllog.NotDue {
		t.Errorf("logs.sh looks for %q", got)
	}
}
