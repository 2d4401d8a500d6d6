package tools_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/madewebs"
)

// TestFetchMemory: fetch keeps to -S where pages are large, packed, or made to take memory, and where far more URLs are found
// than fetched.
func TestFetchMemory(t *testing.T) {
	hostile := madewebs.Hostile()
	var greedy []string
	for _, c := range hostile.Cases() {
		kind, _, _ := strings.Cut(strings.TrimPrefix(c.Path, "/"), "/")
		if !c.Slow && !c.Linked && (kind == "body" || kind == "coding" || kind == "page" && c.Name != "page-private") {
			greedy = append(greedy, c.URL())
		}
	}
	pages := "200" // of 1,000 new URLs each
	if !testing.Short() {
		pages = "2000"
	}
	wide := madewebs.Wide(1e8, 5000)
	few := []string{"-depth", "1", "-max-links", "50", "-connections", "40", "-per-host", "40"}
	for _, c := range []struct {
		name string
		web  http.Handler
		args []string
	}{
		{"greedy", hostile, append(few, greedy...)},
		{"wide", wide, []string{"-max-pages", pages, "-per-host", "40", "-strategy", "opic", wide.Seed()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "greedy" && testing.Short() {
				t.Skip("not with -short: the hostile web takes minutes; run go test ./tools -run TestFetchMemory, or make soak")
			}
			dir := t.TempDir()
			name := filepath.Join(dir, "stats.json")
			args := append([]string{"-j", "2", "-stats", name}, c.args...)
			cmd := serveWeb(t, c.web).fetch(filepath.Join(dir, "crawl"), args...)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var stats struct {
				Peak    int64   `json:"peak_memory"`
				Found   int64   `json:"urls_found"`
				Seconds float64 `json:"seconds"`
			}
			if err := json.Unmarshal(text, &stats); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d MiB, %d URLs found, %.1f s", stats.Peak>>20, stats.Found, stats.Seconds)
			if most := mostMemory(128, 2); stats.Peak>>20 > most {
				t.Errorf("used %d MiB, more than %d", stats.Peak>>20, most)
			}
		})
	}
}
