package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFetchOrders: a crawl of the bundled archive goes in the order in which crawl-order puts the links of the same archive.
func TestFetchOrders(t *testing.T) {
	t.Parallel()
	archive, err := filepath.Abs("../testdata/crawl/site.warc.gz")
	if err != nil {
		t.Fatal(err)
	}
	const script = `set -e
extract-links -q -alone "$0" | dict -q -alone -dict urls.txt -page-hosts hosts.t2 -o crawled.t2
extsort -u -k 1,2 -o links.t2 crawled.t2
seed=$(grep -nFx "$1" urls.txt | cut -d: -f1)
for strategy in bfs opic opic-all sites; do
  fetch -q -state $strategy -strategy $strategy -replay "$0" -scope all -robots off -no-traps -max-links 1000000 -types all "$1"
  sed -n 's/^{"time":"[^"]*","url":"\([^"]*\)".*/\1/p' $strategy/crawl.jsonl >$strategy.fetched
  crawl-order -strategy $strategy -seed $((seed - 1)) -reachable $(test $strategy != sites || echo -host-of hosts.t2) links.t2 |
    extsort -w 2 -k 2 | undict -columns page:id,place urls.txt | cut -f 1 >$strategy.ordered
  wc -l <$strategy.fetched
  cmp $strategy.fetched $strategy.ordered
done`
	cmd := exec.Command("bash", "-o", "pipefail", "-c", script, archive, "https://www.uni-lindenau.example/")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+binDir+":"+os.Getenv("PATH"))
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got := strings.Join(strings.Fields(string(text)), " "); got != "858 858 858 858" {
		t.Errorf("the orders have %s pages, not 858", got)
	}
}
