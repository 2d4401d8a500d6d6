package tools_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// These tests give the tools pages and texts that need much memory. The tools must keep to -S.

// greedy are pages of about 100 KB that need much memory.
var greedy = map[string]string{
	"a long base":    `<base href="http://a.b/` + strings.Repeat("x/", 4000) + `">` + strings.Repeat("<a href=q>", 10_000),
	"many links":     strings.Repeat("<a href>", 100_000),
	"texts":          strings.Repeat("<a href=1>x<b>", 50_000),
	"marks":          strings.Repeat("<blockquote><ul>", 32) + strings.Repeat("<p>a", 32_000),
	"a deep tree":    "<body><frameset></frameset><p>" + formats(300) + strings.Repeat("<p>x", 10_000),
	"many nodes":     "<body><frameset></frameset>" + strings.Repeat("<br>", 5_000),
	"attributes":     "<body><frameset></frameset><p><a href=1 " + words(2000) + ">" + strings.Repeat("<p>x", 10_000),
	"frames, UTF-16": "\xff\xfe" + strings.Repeat("<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x001\x00>\x00", 10_000),
}

func formats(n int) (s string) {
	for i := range n {
		s += fmt.Sprintf("<b id=%d>", i)
	}
	return s
}

func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d ", i)
	}
	return b.String()
}

func response(body string) string {
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.test/\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
}

// TestGreedyPages: extract-links keeps to -S for any pages, and its output does not depend on -S and -j.
func TestGreedyPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, body := range greedy {
		var packed bytes.Buffer
		for range 4 {
			z := gzip.NewWriter(&packed)
			z.Write([]byte(response(body)))
			z.Close()
		}
		file := filepath.Join(dir, "x.warc.gz")
		if err := os.WriteFile(file, packed.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		var first string
		for _, c := range []struct{ memory, threads int }{{16, 1}, {16, 64}, {64, 8}} {
			args := []string{"-anchors", "-S", fmt.Sprint(c.memory, "M"), "-j", fmt.Sprint(c.threads), "-stats",
				filepath.Join(dir, "s.json"), file}
			sum := exec.Command("sh", "-c", `extract-links "$@" | cksum`, "sh")
			sum.Args = append(sum.Args, args...)
			sum.Env = withTools()
			out, err := sum.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, out)
			}
			if first == "" {
				first = string(out)
			}
			var stats struct {
				Peak  int64 `json:"peak_memory"`
				Pages int64
			}
			text, err := os.ReadFile(filepath.Join(dir, "s.json"))
			if err == nil {
				err = json.Unmarshal(text, &stats)
			}
			most := int64(c.memory+16+c.threads) << 20
			if err != nil || string(out) != first || stats.Peak > most || stats.Pages != 4 {
				t.Errorf("%s, %s: %d MiB, %d pages, %s, not %s; %v", name, slices.Delete(args, 5, 7), stats.Peak>>20,
					stats.Pages, out, first, err)
			}
			t.Logf("%s, -S %dM -j %d: %d MiB", name, c.memory, c.threads, stats.Peak>>20)
		}
	}
}

// TestGreedyTexts: so does extract-text in each of its forms.
func TestGreedyTexts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for _, name := range slices.Sorted(maps.Keys(greedy)) {
		for range 20 {
			z.Write([]byte(response(greedy[name])))
		}
	}
	z.Close()
	if err := os.WriteFile(filepath.Join(dir, "x.warc.gz"), packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-to", "jsonl"}, {"-to", "markdown"}, {"-to", "text"}, {"-text", "node-lines"}} {
		keepsTo(t, dir, 8, 1, "extract-text", append(args, "-min-pages", "0%", "-o", "out", "x.warc.gz")...)
	}
	keepsTo(t, dir, 14, 1, "extract-text", "-min-pages", "0%", "-o", "out.parquet", "x.warc.gz")
}

// TestMixedPages: extract-text keeps to -S for pages that each need another buffer: those of earlier pages do not add up.
func TestMixedPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var packed bytes.Buffer
	for i := range 24 {
		body := []string{
			"<meta charset=shift_jis>" + strings.Repeat("\x88\x9f", 600_000), strings.Repeat("<h1>x", 240_000), words(180_000),
			strings.Repeat("一", 400_000), strings.Repeat("<b>", 300_000) + strings.Repeat("<td>x", 60_000),
		}[i%5]
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
		z.Write([]byte(response(body)))
		z.Close()
	}
	if err := os.WriteFile(filepath.Join(dir, "x.warc.gz"), packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"webmill", "node-lines"} {
		keepsTo(t, dir, 32, 2, "extract-text", "-text", form, "-min-pages", "0%", "-o", "out", "x.warc.gz")
	}
}

// TestGreedySisters: main-content keeps to -S for pages of very many units and words, and of many sister pages, by each method.
func TestGreedySisters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, n := range map[string]int{"large.warc": 50_000, "small.warc": 2_000} {
		var file bytes.Buffer
		for i := range 100 {
			body := fmt.Sprintf("<p>menu<p>%d", i)
			if i < 25 {
				body = []string{
					strings.Repeat("<p>x", 2*n), strings.Repeat("<div>y ", 2*n), words(n), strings.Repeat("一", 2*n),
					strings.Repeat("<a href=1>x</a>", n),
				}[i%5]
			}
			fmt.Fprintf(&file, "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h.test/%d\r\n", i)
			fmt.Fprintf(&file, "Content-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(body), body)
		}
		if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		memory, threads int64
		args            []string
	}{
		{12, 1, []string{"-method", "ntpc", "-siblings", "host", "large.warc"}},
		{32, 2, []string{"-method", "ntpc", "-siblings", "host", "large.warc"}},
		{32, 2, []string{"-method", "ntpc", "-siblings", "host", "-units", "large.warc"}},
		{20, 1, []string{"-method", "ntpc", "-siblings", "host", "-to", "parquet", "large.warc"}},
		{12, 1, []string{"-method", "lev", "-siblings", "host", "-max-siblings", "2", "small.warc"}},
		{12, 1, []string{"large.warc"}}, {20, 1, []string{"-to", "parquet", "large.warc"}},
		{32, 8, []string{"-units", "large.warc"}},
		{12, 1, []string{"-to", "markdown", "large.warc"}}, {12, 1, []string{"-method", "site", "large.warc"}},
	} {
		args := []string{"-min-pages", "0%", "-o", "out"}
		keepsTo(t, dir, c.memory, c.threads, "main-content", append(args, c.args...)...)
	}
}

// TestSistersOfWorkers: so it does if each worker has had a large page, or all pages have one large sister page; and if each row
// of a unit has a long URL.
func TestSistersOfWorkers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	units := func(from, n int) string {
		var page strings.Builder
		for i := range n {
			fmt.Fprintf(&page, "<p>%x", from+i)
		}
		return page.String()
	}
	pages := map[string][]string{"large.warc": nil, "one.warc": {units(0, 40_000)}, "url.warc": nil}
	for i := range 12 {
		pages["large.warc"] = append(pages["large.warc"], units(i, 40_000))
		pages["one.warc"] = append(pages["one.warc"], units(i, 20))
		pages["url.warc"] = append(pages["url.warc"], units(i, 3_000))
	}
	for name, list := range pages {
		var file bytes.Buffer
		for i, body := range list {
			fmt.Fprintf(&file, "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h.test/%s/%d\r\n", strings.Repeat("x", 4000), i)
			fmt.Fprintf(&file, "Content-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(body), body)
		}
		if err := os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lev := []string{"-method", "lev", "-siblings", "host", "-max-siblings", "1", "-o", "out"}
	keepsTo(t, dir, 64, 8, "main-content", append(lev, "large.warc")...)
	keepsTo(t, dir, 64, 8, "main-content", append(lev, "one.warc")...)
	keepsTo(t, dir, 16, 1, "main-content", "-method", "ntpc", "-units", "-siblings", "host", "-o", "/dev/null", "url.warc")
	keepsTo(t, dir, 16, 1, "main-content", "-units", "-o", "/dev/null", "url.warc")
}

// TestLongStrings: undict keeps to -S for ids in no order of a dictionary that is larger, also where its lines are as
// long as they may be; so does dict.
func TestLongStrings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines, ids []byte
	for i := range 60 {
		lines = append(append(lines, bytes.Repeat([]byte{byte('a' + i%26)}, 1_000_000)...), '\n')
		ids = binary.LittleEndian.AppendUint32(ids, uint32(i*37%60))
	}
	for name, data := range map[string][]byte{"long.txt": lines, "ids.t1": ids} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		memory, threads int64
		to              string
	}{{4, 1, "text"}, {4, 8, "csv"}, {8, 1, "parquet"}, {12, 2, "parquet"}} {
		keepsTo(t, dir, c.memory, c.threads, "undict", "-to", c.to, "-o", "out", "long.txt", "ids.t1")
	}
	lines = lines[:0]
	for i := range 1000 {
		lines = fmt.Appendf(lines, "%060000d\n", i)
	}
	if err := os.WriteFile(filepath.Join(dir, "fields.txt"), lines, 0o666); err != nil {
		t.Fatal(err)
	}
	keepsTo(t, dir, 16, 1, "dict", "-w", "1", "-dict", "out.parquet", "-o", "out.t1", "fields.txt")
}

// TestShortStrings: so it does where they are so short that rows take more than their text, which is written in groups.
func TestShortStrings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines, ids []byte
	for i := range 1_300_000 {
		lines = fmt.Appendln(lines, i)
		ids = binary.LittleEndian.AppendUint32(ids, uint32(i*7919%1_300_000))
	}
	for name, data := range map[string][]byte{"short.txt": lines, "ids.t2": ids, "records.t8": ids[:len(ids)/32*32]} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	keepsTo(t, dir, 12, 1, "undict", "-at", "1,2", "-o", "out.parquet", "short.txt", "ids.t2")
	keepsTo(t, dir, 8, 1, "tuples", "-o", "out.parquet", "records.t8", "records.t8", "records.t8", "records.t8")
}

// TestManyFiles: however many files are read, only those whose turn it is take more memory than their names and sizes.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var sorted, mixed, lines []byte
	for i := range uint32(200_000) {
		mixed = binary.LittleEndian.AppendUint32(mixed, i*2654435761>>1)
		if i < 3000 {
			sorted, lines = binary.LittleEndian.AppendUint32(sorted, i), fmt.Appendln(lines, i)
		}
	}
	for name, data := range map[string][]byte{"a.t1": sorted, "b.t1": mixed, "c.txt": lines} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	keepsTo(t, dir, 8, 1, "tuples", "-o", "b.parquet", "b.t1")
	links := func(name string, n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprint(i, name))
			if err := os.Link(filepath.Join(dir, name), filepath.Join(dir, names[i])); err != nil {
				t.Fatal(err)
			}
		}
		return names
	}
	raw, text, table := links("a.t1", 900), links("c.txt", 900), links("b.parquet", 60)
	keepsTo(t, dir, 4, 1, "extsort", append([]string{"-m", "-o", "out.t1"}, raw...)...)
	keepsTo(t, dir, 4, 1, "extsort", append([]string{"-o", "out.t1"}, raw...)...)
	keepsTo(t, dir, 4, 1, "tuples", append([]string{"-from", "text", "-o", "out.t1"}, text...)...)
	keepsTo(t, dir, 4, 1, "extsort", append([]string{"-lines", "-o", "out.txt"}, text...)...)
	keepsTo(t, dir, 8, 1, "tuples", append([]string{"-o", "out.t1"}, table...)...)
}

// TestWideWindows: files of zstd with wide windows take the memory of one of them.
func TestWideWindows(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines []byte
	random := rand.New(rand.NewPCG(1, 2))
	for range 1_000_000 {
		lines = fmt.Appendln(lines, random.Int32())
	}
	write := func(name string, window int) {
		var b bytes.Buffer
		z, err := zstd.NewWriter(&b, zstd.WithWindowSize(window), zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err == nil {
			_, err = z.Write(lines)
		}
		if err = cmp.Or(err, z.Close()); err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-lines", "-o", "out.txt"}
	for i := range 12 {
		args = append(args, fmt.Sprint(i, ".zst"))
		write(args[len(args)-1], 8<<20)
	}
	keepsTo(t, dir, 16, 1, "extsort", args...)
}

// TestManyKept: graphml -keep takes 8 bytes for each page that it keeps.
func TestManyKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const pages = 1_000_000
	var ranks, names []byte
	for i := range uint32(pages) {
		rank := math.Float32bits(float32(i * 2654435761 >> 8))
		ranks = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(ranks, i), rank)
		names = append(names, "x\n"...)
	}
	for name, data := range map[string][]byte{"ranks.t2": ranks, "names.txt": names, "links.t2": make([]byte, 8)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	peak := peakOf(t, dir, "graphml", "-keep", fmt.Sprint(pages-1), "-o", "out.graphml", "names.txt", "links.t2", "ranks.t2")
	if most := int64(8*pages + 17<<20); peak > most {
		t.Errorf("%d MiB, more than %d", peak>>20, most>>20)
	}
}

// TestFarPages: ids that are far apart cost what ids cost, not what lies between them.
func TestFarPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 2))
	links := make([][2]uint32, 20_000)
	for i := range links {
		links[i] = [2]uint32{rnd.Uint32() >> 1, rnd.Uint32() >> 1}
	}
	write := func(name string, column int) {
		slices.SortFunc(links, func(a, b [2]uint32) int { return cmp.Compare(a[column], b[column]) })
		var data []byte
		for _, l := range links {
			data = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(data, l[0]), l[1])
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("by-src.t2", 0)
	write("by-dst.t2", 1)
	for _, threads := range []int64{1, 8} {
		keepsTo(t, dir, 16, threads, "pagerank", "-o", "out.t2", "by-dst.t2")
		keepsTo(t, dir, 24, threads, "krank", "-o", "out.t2", "by-dst.t2")
		keepsTo(t, dir, 8, threads, "bfs-layers", "-o", "out.t2", "by-src.t2")
		keepsTo(t, dir, 10, threads, "crawl-order", "-strategy", "opic", "-o", "out.t2", "by-src.t2")
	}
}

// TestStar: so they do where all pages link to one, and the others are linked to by none.
func TestStar(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var data []byte
	for i := range uint32(2_000_000) {
		data = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(data, i), 0)
	}
	if err := os.WriteFile(filepath.Join(dir, "star.t2"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"krank", "pagerank"} {
		keepsTo(t, dir, 32, 1, tool, "-o", "out.t2", "star.t2")
	}
}

// TestManyWords: so they do with the words of a corpus, also where the last word has a pair of letters twice.
func TestManyWords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines []byte
	letters := "xyxy"
	for c := byte('!'); c <= '~'; c++ {
		letters += string(c)
	}
	for i := range 30_000 {
		lines = fmt.Appendf(lines, "%05x%s\n", i, letters)
	}
	if err := os.WriteFile(filepath.Join(dir, "words.txt"), lines, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-learn", "digrams", "-min-similarity", "1", "-o", "out", "words.txt"}
	memory := advised(t, dir, "stems", append([]string{"-S", "4M", "-j", "1"}, args...)...)
	keepsTo(t, dir, memory, 1, "stems", args...)
}

// TestLongDocuments: so does terms with documents that are as long as they may be.
func TestLongDocuments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 2))
	many := []byte(`{"text":"`)
	for range 1_000_000 {
		many = fmt.Appendf(many, "w%x ", rnd.Uint32()>>2)
	}
	many = append(many, "\"}\n"...)
	short := `{"text":"` + strings.Repeat("a ", 5_500_000) + "\"}\n"
	data := slices.Concat(many, []byte(short), many, []byte(short))
	if err := os.WriteFile(filepath.Join(dir, "long.jsonl"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	keepsTo(t, dir, 42, 1, "terms", "-counted", "-dict", "words.txt", "-o", "out.t3", "long.jsonl")
}

// advised runs a tool with too little memory and returns how many MiB it asks for.
func advised(t *testing.T, dir, tool string, args ...string) int64 {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, tool), args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	_, after, _ := strings.Cut(string(out), "-S must be at least ")
	number, _, found := strings.Cut(after, "M")
	n, bad := strconv.ParseInt(number, 10, 64)
	if err == nil || !found || bad != nil {
		t.Fatalf("%s %v: no -S is advised: %s (%v)", tool, args[:min(12, len(args))], out, err)
	}
	return n
}

// TestAdvice: the -S that a refusal names is enough, whatever the threads, and was not asked for in vain.
func TestAdvice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var ids, counts, table []byte
	doc := []byte(`{"text":"a b"}` + "\n")
	for i := range uint32(60) {
		ids = binary.LittleEndian.AppendUint32(ids, i%3)
	}
	for i := range uint32(1000) {
		for _, n := range []uint32{i / 20, i % 20, 1} {
			counts = binary.LittleEndian.AppendUint32(counts, n)
		}
	}
	for i := range 700_000 {
		table = fmt.Appendf(table, "word%07d\tword%07d\n", i, i)
	}
	for name, data := range map[string][]byte{
		"ids.t1": ids, "counts.t3": counts, "table.tsv": table, "words.txt": []byte("a\nb\nc\n"), "docs.jsonl": doc,
		"docs.jsonl.zst": packers["zstd"](doc), "counts.t3.zst": packers["zstd"](counts),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	made(t, dir, "tuples", "-o", "ids.parquet", "ids.t1")
	for _, line := range []string{
		"4M tfidf -top-terms 2000000 -scheme bm25 -norm l2 -o o.parquet counts.t3",
		"520M tfidf -top-terms 2000000 -o o.parquet counts.t3.zst",
		"4M undict -o o.parquet words.txt ids.parquet",
		"4M undict -o o.parquet words.txt ids.t1",
		"46M terms -positions -dict d.parquet -o o.t3 docs.jsonl.zst",
		"1M terms -dict d.parquet -doc-lengths l.parquet -o o.parquet docs.jsonl",
		"50M terms -stem-table table.tsv -dict d.parquet -o o.t2 docs.jsonl",
		"100M terms -stem-table table.tsv -dict d.parquet -o o.parquet docs.jsonl.zst",
	} {
		for _, threads := range []string{"1", "2", "8"} {
			words := strings.Fields(line)
			args := append([]string{"-j", threads, "-S"}, append(words[:1:1], words[2:]...)...)
			least := advised(t, dir, words[1], args...)
			args[3] = fmt.Sprint(least, "M")
			made(t, dir, words[1], args...)
		}
	}
}

// made runs a tool.
func made(t *testing.T, dir, tool string, args ...string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, tool), args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", tool, args, err, out)
	}
}

// keepsTo runs a tool with this memory, in MiB, and these threads, and checks that it keeps to them.
func keepsTo(t *testing.T, dir string, memory, threads int64, tool string, args ...string) {
	t.Helper()
	args = append([]string{"-S", fmt.Sprint(memory, "M"), "-j", fmt.Sprint(threads)}, args...)
	if peak, most := peakOf(t, dir, tool, args...), mostMemory(memory, threads); peak>>20 > most {
		t.Errorf("%s %v: %d MiB, more than %d", tool, args[:min(12, len(args))], peak>>20, most)
	}
}

// peakOf runs a tool and returns the memory that it took.
func peakOf(t *testing.T, dir, tool string, args ...string) int64 {
	t.Helper()
	stats := filepath.Join(dir, "s.json")
	cmd := exec.Command(filepath.Join(binDir, tool), append(args, "-stats", stats)...)
	cmd.Dir = dir
	short := cmd.Args[1:min(12, len(cmd.Args))]
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 3 { // some input was too large
		t.Fatalf("%s %v: %v\n%s", tool, short, err, out)
	}
	var of struct {
		Peak int64 `json:"peak_memory"`
	}
	text, err := os.ReadFile(stats)
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil || of.Peak == 0 {
		t.Fatal(of.Peak, err)
	}
	t.Logf("%s %v: %d MiB", tool, short, of.Peak>>20)
	return of.Peak
}
