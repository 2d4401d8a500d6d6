package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOthers: the pages of a set go to a folder, and texts that were made of them are scored. A page without a text counts as
// empty.
func TestOthers(t *testing.T) {
	dir := t.TempDir()
	if err := (&others{pages: dir}).run(nil, "testdata/wcxb"); err != nil {
		t.Fatal(err)
	}
	const table = "0001.html\thttps://www.shop.example/p/1\n0002.html\thttp://shop.example.example/0002\n"
	if got := read(t, dir, "urls.tsv"); got != table {
		t.Errorf("%q", got)
	}
	if got, want := read(t, dir, "0002.html"), read(t, "testdata/wcxb/html", "0002.html"); got != want {
		t.Errorf("%q", got)
	}
	file := func(name, text string) program {
		to := filepath.Join(dir, name)
		if err := os.WriteFile(to, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return program{name, to}
	}
	o := &others{crossed: "testdata/crossed.tsv", pairs: [][2]string{{"a", "b"}, {"a", "none"}}, texts: []program{
		file("a", `{"url":"https://www.shop.example/p/1","text":"a red\nchair of wood"}`+"\n"+
			`{"url":"http://shop.example.example/0002","text":"How"}`),
		file("b", `{"url":"https://www.shop.example/p/1","text":"chair"}`)}}
	var out strings.Builder
	if err := o.run(&out, "testdata/wcxb"); err != nil {
		t.Fatal(err)
	}
	// The pages have five and eight words of gold; home is one more. On the second a has P 1 and R 1/8, on the first b has P 1
	// and R 1/5.
	for _, row := range []string{
		"everything\t92.51\t85.45\t\t94.12\tNaN\t90.91\tNaN\tNaN\tNaN\tNaN\n",
		"main-content\t75.00\t50.00\t\t50.00\tNaN\t100.00\tNaN\tNaN\tNaN\tNaN\n",
		"a\t61.11\t50.00\t\t22.22\tNaN\t100.00\tNaN\tNaN\tNaN\tNaN\n",
		"b\t16.67\t0.00\t\t0.00\tNaN\t33.33\tNaN\tNaN\tNaN\tNaN\n",
		"pair\ta\tb\t2\t0\t2.00\t0.5\n",
	} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("%s\nhas no row %s", out.String(), row)
		}
	}
	o.texts = []program{file("c", `{"url":`)}
	if err := o.run(&out, "testdata/wcxb"); err == nil {
		t.Error("half a document is read")
	}
	if _, err := readScores("testdata/crossed.tsv", "wcxb", []*example{{name: "0009"}}); err == nil {
		t.Error("a page without scores is passed over")
	}
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestScores: what is written of pages is read again.
func TestScores(t *testing.T) {
	pages := []*example{{name: "a"}, {name: "b", with: []string{"x"}}}
	all := []*result{{sample: sample{example: *pages[0], set: 1}, f1: 0.25, shingled: 0.125},
		{sample: sample{example: *pages[1], set: 1}, strung: strung{1, 2, 3}}}
	file := filepath.Join(t.TempDir(), "scores")
	if err := writeScores(file, []string{"x/one", "x/two"}, all); err != nil {
		t.Fatal(err)
	}
	got, err := readScores(file, "two", pages)
	if err != nil || len(got) != 2 || got[0].f1 != 0.25 || got[0].shingled != 0.125 || got[1].strung != all[1].strung {
		t.Error(got, err)
	}
	if got, err := readScores(file, "one", pages); err == nil {
		t.Error(got)
	}
}

// TestSignTest: by counting the throws of coins.
func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {4, 0, 2 / 16.}, {0, 4, 2 / 16.}, {3, 1, 10 / 16.}, {9, 1, 2 * 11 / 1024.}} {
		if got := signTest(c.a, c.b); !equal(got, c.want) {
			t.Errorf("%d, %d: %v, not %v", c.a, c.b, got, c.want)
		}
	}
}

// TestSisters: the pages of a site are on one host, though an archive has them.
func TestSisters(t *testing.T) {
	set, err := readSet("testdata/marked")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(address(set), " "); got != "http://site.example/a/ http://city.example/two%20(2)" {
		t.Error(got)
	}
}
