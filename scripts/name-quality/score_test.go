package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// file writes a file of a test and returns its name.
func file(t *testing.T, name, text string) string {
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestScore: names are right where both ends are; the others are wrong, missed, or have other ends.
func TestScore(t *testing.T) {
	gold := file(t, "gold", `{"url":"a","text":"Ann Lee met Bob and Cy.","names":[[0,7],[12,15],[20,22]],"group":"x"}
{"url":"b","text":"No names here.","names":[],"group":"y"}
`)
	found := file(t, "found", `{"url":"a","field":"text","offset":0,"length":7,"name":"Ann Lee","p":0.9}
{"url":"a","field":"text","offset":8,"length":7,"name":"met Bob","p":0.8}
{"url":"a","field":"title","offset":0,"length":7,"name":"Ann Lee","p":0.9}
{"url":"b","field":"text","offset":0,"length":2,"name":"No","p":0.7}
`)
	errors := filepath.Join(t.TempDir(), "errors")
	var out bytes.Buffer
	score(&out, gold, found, errors, false)
	if want := "0.333\t0.333\t0.333\t3\n"; out.String() != want {
		t.Errorf("the score is %q, not %q", out.String(), want)
	}
	list, err := os.ReadFile(errors)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"wrong\t0.70\t[No] names here.", "missed\t\tAnn Lee met Bob and [Cy].",
		"boundary\t0.80\tAnn Lee [met Bob] and Cy.", "wrong\tin all\t1", "missed\tin all\t1", "boundary\tin all\t1"} {
		if !strings.Contains(string(list), want+"\n") {
			t.Errorf("no %q in the errors:\n%s", want, list)
		}
	}
	out.Reset()
	score(&out, gold, found, "", true)
	if out.String() != "x\t0.500\t0.333\t0.400\ny\t0.000\t0.000\t0.000\n" {
		t.Errorf("the groups are %q", out.String())
	}
}

// TestPages: names of pages are compared without case, marks and the order of their words; parts of a page's names do not count.
func TestPages(t *testing.T) {
	gold := file(t, "gold", "Ann Lee\ta\nBob Cole\ta\nCy Dunn\tb\n")
	found := file(t, "found", `{"url":"a","name":"<Ann_Lee>"}
{"url":"a","name":"Cole, Bob"}
{"url":"a","name":"Ann"}
{"url":"a","name":"Ann Lee"}
{"url":"b","name":"Ann Lee"}
`)
	var out bytes.Buffer
	pages(&out, gold, found, "")
	if out.String() != "0.667\t0.667\t0.667\t3\t2.0\n" {
		t.Errorf("the score is %q", out.String())
	}
}

// TestLabels: a label names a place of a text, and fits only this text.
func TestLabels(t *testing.T) {
	docs := file(t, "docs", `{"url":"u","text":"first line\nby Ann Lee, 1996"}`+"\n")
	l := line{"u", "by Ann Lee, 1996", 11}
	hash := l.hash()
	label := "u\t11\t16\t" + hash + "\t3-10"
	for text, want := range map[string]string{label: "", "u\t10\t16\t" + hash + "\t": "does not fit",
		"u\t11\t99\t" + hash + "\t": "does not fit", label + "0": "no part", "u\t11": "2 fields",
		"u\tx\t16\t" + hash + "\t": "invalid"} {
		var out bytes.Buffer
		err := labels(&out, file(t, "labels", heading+text+"\n"), docs)
		switch {
		case want == "" && (err != nil || !strings.Contains(out.String(), `"text":"by Ann Lee, 1996","names":[[3,10]]`)):
			t.Errorf("%q: %v, %s", text, err, out.String())
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

// TestLabelFile: the labels of the repository are whole, and their names are parts of their lines.
func TestLabelFile(t *testing.T) {
	list, err := table("../../testdata/name-labels.tsv", 5)
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, f := range list {
		length, err := strconv.Atoi(f[2])
		if err != nil || len(f[3]) != 16 {
			t.Fatalf("%q", f)
		}
		end := 0
		for span := range strings.SplitSeq(f[4], ",") {
			if span == "" {
				continue
			}
			a, b, _ := strings.Cut(span, "-")
			from, err1 := strconv.Atoi(a)
			to, err2 := strconv.Atoi(b)
			if err1 != nil || err2 != nil || from < end || to <= from || to > length {
				t.Errorf("%q: the name %s", f, span)
			}
			end, names = to, names+1
		}
	}
	if len(list) != sampled || names < 250 {
		t.Errorf("%d lines, %d names", len(list), names)
	}
}
