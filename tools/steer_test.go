package tools_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"webmill/pkg/madewebs"
)

// steering is a made web with topics, and a model of judged pages of another one.
type steering struct {
	*testing.T
	dir, tmp, resolve, script string
	web                       *madewebs.TopicWeb
}

func newSteering(t *testing.T) *steering {
	web := madewebs.Topics(1200, 10)
	server := serveWeb(t, web)
	script, err := filepath.Abs("../scripts/steer.sh")
	if err != nil {
		t.Fatal(err)
	}
	s := &steering{t, t.TempDir(), t.TempDir(), server.Addr().String(), script, web}
	var docs, judged bytes.Buffer
	for n := range 60 {
		fmt.Fprintf(&docs, `{"id":%d,"url":"http://other.test/%[1]d","lang":"en","title":"Topic %d","text":"x"}`+"\n", n, n%12)
		fmt.Fprintf(&judged, "%d\t%d\thttp://other.test/%[1]d\n", n, n%12/11)
	}
	for name, text := range map[string][]byte{"documents.jsonl": docs.Bytes(), "judged.tsv": judged.Bytes()} {
		if err := os.WriteFile(filepath.Join(s.dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.sh(`"$0" -train model judged.tsv documents.jsonl`)
	return s
}

// sh runs a command in which $0 is the script, and waits for its end, at most three minutes. Nothing may be left in TMPDIR.
func (s *steering) sh(command string) string {
	s.Helper()
	cmd := exec.Command("timeout", "-k", "1", "180", "sh", "-c", command, s.script)
	cmd.Dir, cmd.Env = s.dir, withTools("TMPDIR="+s.tmp)
	text, err := cmd.CombinedOutput()
	if err != nil {
		s.Errorf("%s: %v\n%s", command, err, text)
	}
	if left, err := os.ReadDir(s.tmp); err != nil || len(left) > 0 {
		s.Errorf("%s: left in TMPDIR: %v, %v", command, left, err)
	}
	return string(text)
}

// fetch is a command that crawls the web.
func (s *steering) fetch(dir, flags string) string {
	return fmt.Sprintf("fetch -q -state %s -resolve %s -scope all -delay 0 -per-host 1 -connections 1 %s %s", dir, s.resolve, flags,
		s.web.Seed())
}

// pages are the pages of a crawl, and how many of them are relevant.
func (s *steering) pages(dir string) (all, relevant int) {
	s.Helper()
	seen := map[string]bool{}
	for _, e := range logged(s.T, filepath.Join(s.dir, dir)) {
		if e.Kind != "" || e.Outcome != "ok" {
			continue
		}
		if seen[e.URL] {
			s.Errorf("%s: %s was fetched twice", dir, e.URL)
		}
		seen[e.URL] = true
		all++
		if s.web.Relevant(e.URL) {
			relevant++
		}
	}
	return all, relevant
}

// slowly crawls a tenth of the web in some seconds, so that scores come in time.
const slowly = "-max-pages 120 -max-rate 10 -scores -"

// TestSteer: relevance steers a crawl at work, by its pages and by its links: of a tenth of a made web, it finds several times as
// many relevant pages as breadth first. The script ends with fetch.
func TestSteer(t *testing.T) {
	t.Parallel()
	s := newSteering(t)
	s.sh(s.fetch("breadth", "-max-pages 120"))
	s.sh(`("$0" model pages | ` + s.fetch("pages", slowly) + `) &
		"$0" -links model links | ` + s.fetch("links", slowly) + "; wait")
	s.sh(`"$0" model breadth | awk '!/^#/ && ++n == 120 { exit } END { exit n < 120 }'`) // more than the model has
	_, first := s.pages("breadth")
	for _, dir := range []string{"pages", "links"} {
		if all, relevant := s.pages(dir); all != 120 || relevant < 2*first {
			t.Errorf("%s: %d of %d pages are relevant, breadth first %d", dir, relevant, all, first)
		}
	}
}

// TestSteerKilled: if fetch is killed, the script ends, and the same command goes on; if the script is, fetch goes on without it.
func TestSteerKilled(t *testing.T) {
	t.Parallel()
	s := newSteering(t)
	start := time.Now()
	s.sh(`"$0" model crawl | sh -c 'echo $$ >pid; exec ` + s.fetch("crawl", "-max-rate 10 -scores -") + `' &
		until [ $(cat crawl/crawl.jsonl | wc -l) -ge 9 ]; do sleep 0.1; done 2>/dev/null; kill -9 $(cat pid); wait`)
	if took := time.Since(start); took > time.Minute {
		t.Errorf("the script ended %v after fetch", took)
	}
	before, _ := s.pages("crawl")
	s.sh(`"$0" model crawl | ` + s.fetch("crawl", slowly))
	if all, relevant := s.pages("crawl"); before == 0 || all != 120 || relevant < 18 {
		t.Errorf("of %d pages, %d before the kill, %d are relevant", all, before, relevant)
	}
	s.sh(`rm pid; mkfifo scores; sh -c 'echo $$ >pid; exec "$0" model alone' "$0" >scores & ` +
		`(until [ $(cat alone/crawl.jsonl | wc -l) -ge 9 ]; do sleep 0.1; done 2>/dev/null; kill -TERM $(cat pid)) & ` +
		s.fetch("alone", "-max-pages 60 -max-rate 20 -scores scores") + "; wait")
	if all, _ := s.pages("alone"); all != 60 {
		t.Errorf("without the script %d pages, not 60", all)
	}
}

// TestSteerRefuses: mistakes are said before anything is done.
func TestSteerRefuses(t *testing.T) {
	t.Parallel()
	s := newSteering(t)
	for command, want := range map[string]string{
		`"$0" 2>&1 || :`:            "steer.sh: give -train MODEL JUDGEMENTS DOCUMENTS, or [-links] MODEL CRAWL\n",
		`"$0" none crawl 2>&1 || :`: "steer.sh: none: is not a folder that steer.sh -train has made\n",
		`"$0" -train model judged.tsv documents.jsonl 2>&1 || :`: "steer.sh: model: is there already: give another folder\n",
		`"$0" model misspelt 2>said | sleep 7; cat said`:         "steer.sh: misspelt: no crawl is there yet: is this the folder of fetch -state?\n",
		`"$0" -train void judged.tsv none 2>&1 || ls -d void*`:   "terms: none: no such file or directory\nvoid.partial\n",
	} {
		if got := s.sh(command); got != want {
			t.Errorf("%s: %s, not %s", command, got, want)
		}
	}
}
