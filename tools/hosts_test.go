package tools_test

import (
	"maps"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCrawlHosts counts the pages of hosts and the links between hosts from the tables of pages and links, and compares.
func TestCrawlHosts(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	if text, err := crawlMake(t, out, "CRAWL="+filepath.Join(sample, "crawl.warc")); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pages := pagesOf(t, out)
	links, hosts := map[string]int{}, map[string][3]int{} // pages, hosts that link there, hosts linked from there
	for _, p := range pages {
		if p.host != "" {
			of := hosts[p.host]
			of[0]++
			hosts[p.host] = of
		}
	}
	for _, link := range textOf(t, out, "tuples", "-to", "text", "links.t2") {
		src, _ := strconv.Atoi(link[0])
		dst, _ := strconv.Atoi(link[1])
		if pages[src].host != "" && pages[dst].host != "" {
			links[pages[src].host+"\t"+pages[dst].host]++
		}
	}
	for pair := range links {
		if src, dst, _ := strings.Cut(pair, "\t"); src != dst {
			from, to := hosts[src], hosts[dst]
			from[2]++
			to[1]++
			hosts[src], hosts[dst] = from, to
		}
	}

	gotLinks, gotHosts := map[string]int{}, map[string][3]int{}
	for _, r := range textOf(t, out, "undict", "-columns", "src:id,dst:id,links:id", "-at", "1,2", "-to", "text",
		"hosts.txt", "host-links.parquet") {
		gotLinks[r[0]+"\t"+r[1]], _ = strconv.Atoi(r[2])
	}
	if len(links) == 0 || !maps.Equal(gotLinks, links) {
		t.Errorf("links between hosts: %v, not %v", gotLinks, links)
	}
	sum := 0.0
	for _, r := range textOf(t, out, "undict", "-columns", "id:id,pages:id,indegree:id,outdegree:id,pagerank:f32", "-to", "text",
		"hosts.txt", "hosts.parquet") {
		var of [3]int
		for i := range of {
			of[i], _ = strconv.Atoi(r[i+1])
		}
		rank, err := strconv.ParseFloat(r[4], 64)
		if err != nil {
			t.Error(err)
		}
		gotHosts[r[0]], sum = of, sum+rank
	}
	if !maps.Equal(gotHosts, hosts) || sum < 0.999 || sum > 1.001 {
		t.Errorf("hosts: %v, not %v; the sum of their ranks is %v", gotHosts, hosts, sum)
	}
}

// textOf runs a tool in a folder and returns the fields of its lines.
func textOf(t *testing.T, dir, tool string, args ...string) (rows [][]string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, tool), args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", tool, args, err, stderrOf(err))
	}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}
