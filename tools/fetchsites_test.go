package tools_test

import (
	"bytes"
	"encoding/json"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"webmill/pkg/madewebs"
	"webmill/pkg/realdata"
)

// TestFetchSites: two real sites on loopback. The pages that are fetched are those that an oracle reaches by another parser and
// another reader of URLs; the links in the archives are those in the folder; a second run moves no body that has not changed;
// warcio reads all of it.
func TestFetchSites(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: two real sites take minutes; run go test ./tools -run TestFetchSites, or make soak")
	}
	for _, site := range []struct{ pack, strip, seed string }{
		{"sqlite-org-3.40", "", "http://www.sqlite.org/index.html"},
		{"httpd-docs-2.4", "/docs/2.4", "http://httpd.apache.org/docs/2.4/"},
	} {
		t.Run(site.pack, func(t *testing.T) {
			t.Parallel()
			pack := realdata.Path(t, "sites/"+site.pack+".tar.zst")
			dir := t.TempDir()
			if text, err := exec.Command("sh", "-c", "zstd -dcq '"+pack+"' | tar -x -C '"+dir+"'").CombinedOutput(); err != nil {
				t.Skipf("%s cannot be unpacked: install zstd and tar: %s", pack, text)
			}
			folder := filepath.Join(dir, site.pack)
			web, err := madewebs.Folder(folder, site.strip)
			if err != nil {
				t.Fatal(err)
			}
			server, err := madewebs.Serve(web, madewebs.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			fetch := func(state string, args ...string) {
				args = append([]string{"-q", "-state", filepath.Join(dir, state), "-resolve", server.Addr().String(), "-delay",
					"0",
					"-per-host", "8"}, append(args, site.seed)...)
				if text, err := exec.Command(filepath.Join(binDir, "fetch"), args...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, text)
				}
			}
			fetch("first")
			got := okURLs(t, filepath.Join(dir, "first"), "ok")
			if want := reachable(t, folder, site.strip, site.seed); !slices.Equal(got, want) {
				t.Errorf("%d pages, want %d: %s", len(got), len(want), firstOther(got, want))
			}
			inArchive := linksOf(t, got, filepath.Join(dir, "first", "crawl-00001.warc.gz"))
			inFolder := linksOf(t, got, "-dir", folder, "-base", strings.TrimSuffix(site.seed, "index.html"))
			if !slices.Equal(inArchive, inFolder) {
				t.Errorf("%d links in the archive, %d in the folder: %s", len(inArchive), len(inFolder), firstOther(inArchive,
					inFolder))
			}
			fetch("second", "-since", filepath.Join(dir, "first", "crawl.cdxj"))
			if again := okURLs(t, filepath.Join(dir, "second"), "unchanged"); !slices.Equal(again, got) {
				t.Errorf("%d pages have not changed, want %d", len(again), len(got))
			}
			if n := fetchedBytes(t, filepath.Join(dir, "second"), "unchanged"); n > int64(len(got))*400 {
				t.Errorf("%d bytes came for %d pages that have not changed", n, len(got))
			}
			readByWarcio(t, filepath.Join(dir, "first", "crawl-00001.warc.gz"), filepath.Join(dir, "second",
				"crawl-00001.warc.gz"))
		})
	}
}

func firstOther(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + " and " + b[i]
		}
	}
	return "one is longer"
}

// logLine is what these tests read of a line of the log.
type logLine struct {
	URL, Kind, Outcome string
	Bytes, Found       int64
}

func logLines(t *testing.T, state string) (list []logLine) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(state, "crawl.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var l logLine
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		if l.URL != "" && l.Kind == "" {
			list = append(list, l)
		}
	}
	return list
}

// okURLs are the URLs with an outcome, sorted.
func okURLs(t *testing.T, state, outcome string) (list []string) {
	for _, l := range logLines(t, state) {
		if l.Outcome == outcome {
			list = append(list, l.URL)
		}
	}
	slices.Sort(list)
	return list
}

func fetchedBytes(t *testing.T, state, outcome string) (n int64) {
	for _, l := range logLines(t, state) {
		if l.Outcome == outcome {
			n += l.Bytes
		}
	}
	return n
}

// linksOf are the lines that extract-links writes for some pages, sorted, each once. Pages whose URL ends in a slash do not
// count: in a folder they have the name of a file.
func linksOf(t *testing.T, pages []string, args ...string) []string {
	t.Helper()
	out, err := exec.Command(filepath.Join(binDir, "extract-links"), append([]string{"-q"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	among := map[string]bool{}
	for _, p := range pages {
		among[p] = true
	}
	var list []string
	for line := range strings.Lines(string(out)) {
		if source, _, _ := strings.Cut(line, "\t"); among[source] && !strings.HasSuffix(source, "/") {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// reachable are the pages of a folder that links lead to, by the parser of golang.org/x/net/html and by net/url.
func reachable(t *testing.T, folder, strip, seed string) (pages []string) {
	t.Helper()
	start, err := neturl.Parse(seed)
	if err != nil {
		t.Fatal(err)
	}
	known, queue := map[string]bool{seed: true}, []*neturl.URL{start}
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		name, ok := strings.CutPrefix(u.Path, strip)
		file := filepath.Join(folder, filepath.FromSlash(name))
		info, err := os.Stat(file)
		if !ok || err != nil {
			continue
		}
		var links []string
		switch {
		case info.IsDir() && !strings.HasSuffix(u.Path, "/"):
			links = []string{u.Path + "/"}
		case info.IsDir():
			file = filepath.Join(file, "index.html")
			fallthrough
		default:
			text, err := os.ReadFile(file)
			if err != nil || !strings.Contains(filepath.Base(file), ".htm") {
				continue
			}
			pages = append(pages, u.String())
			links = references(text)
		}
		for _, ref := range links {
			to, err := u.Parse(strings.ReplaceAll(strings.TrimSpace(ref), `\`, "/")) // as browsers have it
			if err != nil || to.Scheme != "http" || to.Host != start.Host {
				continue
			}
			if to.Fragment, to.RawFragment = "", ""; to.Path == "" {
				to.Path = "/"
			}
			if !known[to.String()] {
				known[to.String()] = true
				queue = append(queue, to)
			}
		}
	}
	slices.Sort(pages)
	return pages
}

// references are those of a page that lead to pages.
func references(text []byte) (list []string) {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	attribute := map[string]string{"a": "href", "area": "href", "iframe": "src", "frame": "src"}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if n.Type == html.ElementNode && a.Key == attribute[n.Data] {
				list = append(list, a.Val)
			}
			if n.Data == "meta" && a.Key == "content" && strings.Contains(strings.ToLower(a.Val), "url=") {
				list = append(list, strings.Trim(a.Val[strings.Index(strings.ToLower(a.Val), "url=")+4:], `'"`))
			}
		}
	}
	return list
}

// readByWarcio lets warcio read archives, where it is.
func readByWarcio(t *testing.T, archives ...string) {
	t.Helper()
	home := filepath.Join("..", "build", "warcio")
	if _, err := os.Stat(filepath.Join(home, "node_modules", "warcio")); err != nil {
		t.Log("warcio is not in build: .ci/run installs it there")
		return
	}
	for _, name := range archives {
		cmd := exec.Command("node", "../../scripts/warcio-list.mjs", name)
		cmd.Dir = home
		theirs, err := cmd.Output()
		if err != nil {
			t.Fatalf("warcio: %v %s", err, stderrOf(err))
		}
		ours, err := exec.Command(filepath.Join(binDir, "warc"), name).Output()
		if err != nil {
			t.Fatal(err)
		}
		if a, b := bytes.Count(theirs, []byte("\n")), bytes.Count(ours, []byte("\n")); a != b || a == 0 {
			t.Errorf("warcio reads %d records, we read %d", a, b)
		}
	}
}

// TestSiteTables: the tables of two crawls and lists, as for two universities (Bumüller 2019, 5.1.4).
func TestSiteTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	web := serveWeb(t, madewebs.Flat(5, 200))
	if text, err := web.fetch(filepath.Join(dir, "crawl"), "-q", "http://flat.example/").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	list := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(list, []byte("http://flat.example/\nhttp://flat.example/none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("../scripts/fetch-sites.sh")
	if err != nil {
		t.Fatal(err)
	}
	tables := func(args ...string) (string, error) {
		cmd := exec.Command(script, args...)
		cmd.Dir, cmd.Env = dir, withTools()
		text, err := cmd.CombinedOutput()
		return string(text), err
	}
	text, err := tables("crawl", "list.txt", "crawl", "list.txt")
	for _, want := range []string{"## crawl\n", "Of the 2 URLs of list.txt the crawl has 50.00 %",
		"Why URLs are missing: never-found 1."} {
		if err != nil || strings.Count(text, want) != 2 {
			t.Errorf("%v: %s", err, text)
		}
	}
	if text, err := tables("crawl"); err == nil || !strings.Contains(text, "each crawl needs a list of URLs") {
		t.Errorf("%v: %s", err, text)
	}
}
