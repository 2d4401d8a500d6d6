package tools_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests give the chain variables and files that it must refuse, with a message that names the cure.

// refusal is what make must say of variables.
type refusal struct {
	want string
	args []string
}

// refusals are variables that cannot be used with a crawl in dir, a folder of HTML.
func refusals(dir string) []refusal {
	return []refusal{
		{"EXTRACT cannot have -o: the chain sets it", []string{"EXTRACT=-o x"}},
		{"EXTRACT cannot have --stats: the chain sets it", []string{"EXTRACT=--stats=x"}},
		{"EXTRACT cannot have -list: name the archives, the list or the folder by CRAWL",
			[]string{"EXTRACT=-nofollow drop -list x"}},
		{"EXTRACT cannot have -S: write MEMORY=SIZE", []string{"EXTRACT=-S 1G"}},
		{"EXTRACT cannot have -anchors: the chain sets it", []string{"EXTRACT=-anchors"}},
		{"EXTRACT cannot have --fetched: the chain sets it", []string{"EXTRACT=--fetched=x"}},
		{"EXTRACT cannot have -h: run extract-links by itself for that", []string{"EXTRACT=-h"}},
		{"the URLs of the files come from BASE or from -urls in EXTRACT: give one of them", []string{"EXTRACT=-urls=x"}},
		{"EXTRACT: no such flag: -nofolow; the nearest is -nofollow", []string{"EXTRACT=-nofolow"}},
		{"EXTRACT: -kinds: \"x\" is no kind of links", []string{"EXTRACT=-kinds x"}},
		{"EXTRACT: -max 100M needs at least MEMORY=", []string{"EXTRACT=-max 100M"}},
		{"EXTRACT: flag needs an argument: -kinds", []string{"EXTRACT=-kinds"}},
		{"EXTRACT cannot have -nofollow keep: leave it out", []string{"EXTRACT=--nofollow=keep -main"}},
		{`EXTRACT: unexpected operand "drop": CRAWL names all of the input`, []string{"EXTRACT=-main drop"}},
		{`EXTRACT: unexpected operand "site.warc": CRAWL names all of the input`,
			[]string{"CRAWL=testdata/crawl/site.warc.gz", "BASE=", "EXTRACT=-kinds a site.warc -main"}},
		{"EXTRACT: -base, -index, -urls and -headers are only for -dir",
			[]string{"CRAWL=testdata/crawl/site.warc.gz", "BASE=", "EXTRACT=-headers"}},
		{"BASE=http://a.test/?q has a query or a fragment: all files would get one URL", []string{"BASE=http://a.test/?q"}},
		{"BASE=ftp://a.test/ is not a URL of http or https: write it like BASE=https://example.org/", []string{"BASE=ftp://a.test/"}},
		{"BASE=file:///srv/a is not a URL of http or https: write it like BASE=https://example.org/", []string{"BASE=file:///srv/a"}},
		{"BASE=a.test:80/x is not a URL: write BASE=https://a.test:80/x", []string{"BASE=a.test:80/x"}},
		{"BASE=//a.test is not a URL: write BASE=https://a.test\n", []string{"BASE=//a.test"}},
		{"BASE=http:// is not a URL of http or https: write it like BASE=https://example.org/", []string{"BASE=http://"}},
		{"BASE=https:/a.test/ is not a URL of http or https: write it like ", []string{"BASE=https:/a.test/"}},
		{"BASE=HTTPS: is not a URL of http or https: write it like ", []string{"BASE=HTTPS:"}},
		{"BASE=/srv/a is not a URL of http or https: write it like ", []string{"BASE=/srv/a"}},
		{"K=0 is not a number from 1 to 999999999", []string{"K=0"}},
		{"TOP=ten is not a number from 1 to 999999999", []string{"TOP=ten"}},
		{"TMP=/nowhere is not a folder that can be written to", []string{"TMP=/nowhere"}},
		{"MEMORY=much: tuples: ", []string{"MEMORY=much"}},
		{"MEMORY=3M: tuples: -S must be at least 8M to write Parquet", []string{"MEMORY=3M"}},
		{"JOBS=0: extract-links: -j must be ", []string{"JOBS=0"}},
		{"OUT is empty", []string{"OUT="}},
		{"K is empty: leave it out for the default", []string{"K="}},
		{"TOP is empty: leave it out", []string{"TOP="}},
		{"BETA is empty: leave it out", []string{"BETA="}},
		{"MEMORY is empty: leave it out", []string{"MEMORY="}},
		{"K=0 is not a number from 1 to 999999999", []string{"K=000"}},
		{"OUT=" + dir + "/b.html is not a folder", []string{"OUT=" + dir + "/b.html"}},
		{"OUT=/dev/null/o cannot be made: name a folder that you may write to", []string{"OUT=/dev/null/o"}},
		{"OUT=" + dir + "/o is in the folder of CRAWL", []string{"OUT=" + dir + "/o"}},
		{"OUT=" + dir + " is in the folder of CRAWL", []string{"OUT=" + dir}},
		{"b.html is a page: write its folder, and the URL of that, like CRAWL=site BASE=https://example.org/",
			[]string{"BASE=", "CRAWL=" + dir + "/b.html"}},
		{"CRAWL=/no/a'c.gz cannot be read as words of a shell: write \\ before ' and the like in a name", []string{"CRAWL=/no/a'c.gz"}},
		{"CRAWL: /no/a$b.gz: no such file or folder", []string{`CRAWL=/no/a\$$b.gz`}},
		{"EXTRACT=-urls 'x cannot be read as words of a shell: write ", []string{"EXTRACT=-urls 'x"}},
		{"is a folder: give the URL of its files by BASE=URL or EXTRACT='-urls FILE'", []string{"BASE=", "CRAWL=" + dir}},
	}
}

// TestCrawlRefuses: a variable that cannot be used ends the run before the first step, with one line that says why.
func TestCrawlRefuses(t *testing.T) {
	t.Parallel()
	dir, args := site(t)
	out := t.TempDir()
	for _, c := range refusals(dir) {
		text, err := crawlMake(t, out, append(append(args[:2:2], c.args...), "ready")...)
		if line, _, _ := strings.Cut(text, "\n"); err == nil || !strings.HasPrefix(line, "make: ") ||
			!strings.Contains(line+"\n", c.want) {
			t.Errorf("%v: %v\n%s", c.args, err, text)
		}
	}
}

// TestCrawlMemory: too little MEMORY for a step of the goals is refused before the first step, whatever step that is, and is not
// refused for goals that need less.
func TestCrawlMemory(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	for _, c := range []struct{ args, want string }{
		{"MEMORY=8M links.t2", ""},
		{"MEMORY=11M crawl", "make: MEMORY=11M is too small: undict needs at least 12M\n"},
		{"MEMORY=11.5m hosts.parquet", "make: MEMORY=11.5m is too small: undict needs at least 12M\n"},
		{"MEMORY=41M words crawl", "make: MEMORY=41M is too small: terms needs at least 42M\n"},
		{"MEMORY=16M people", "make: MEMORY=16M is too small: findnames needs at least 42M\n"},
		{"MEMORY=19M content", "make: MEMORY=19M is too small: main-content needs at least 20M\n"},
		{"MEMORY=15M sitemap.txt", "make: MEMORY=15M is too small: sitemap needs at least 16M\n"},
		{"MEMORY=63M university.xml JUDGED=" + demoJudged[3:], "make: MEMORY=63M is too small: xml-export needs at least 64M\n"},
	} {
		list := append(args[:2:2], strings.Fields(c.args)...)
		text, err := crawlMake(t, t.TempDir(), list...)
		if (err != nil) != (c.want != "") || !strings.HasPrefix(text, c.want) || err != nil && strings.Contains(text, "   $ ") {
			t.Errorf("%s: %v\n%s", c.args, err, text)
		}
	}
}

// TestCrawlMostMemory: no step needs more than xml-export, so that with as much the steps need not be asked.
func TestCrawlMostMemory(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	script, err := filepath.Abs("../scripts/crawl.sh")
	if err != nil {
		t.Fatal(err)
	}
	most := regexp.MustCompile(`[0-9]+M`).FindString(runIn(t, ".", "xml-export -S 4M none 2>&1 || true"))
	for size, want := range map[string]string{most: "", "11M": most + " xml-export\n"} {
		cmd := exec.Command(script, "lacking", size)
		cmd.Dir = t.TempDir()
		cmd.Env = withTools("OUT=.", "RUN=1", "K=1", "TOP=1", "BETA=0", "CLUSTERS=2", "JOBS=9",
			"STEPS="+variable(t, "RESULTS", args))
		text, err := cmd.Output()
		if err != nil || string(text) != want {
			t.Errorf("%s: %v, %q, not %q\n%s", size, err, text, want, stderrOf(err))
		}
	}
}

// TestCrawlStrangers: a folder with files of the names of results, which no run has made, is refused, and they stay.
func TestCrawlStrangers(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	clean := t.TempDir()
	chain(t, clean, args...)
	entries, err := os.ReadDir(clean)
	if err != nil {
		t.Fatal(err)
	}
	results, files := "RESULTS="+variable(t, "RESULTS", args), "FILES="+variable(t, "FILES", args)
	for _, e := range entries {
		out := t.TempDir()
		newFile(t, filepath.Join(out, e.Name()), "my data")
		cmd := exec.Command("../scripts/crawl.sh", "strangers")
		cmd.Env = withTools("OUT="+out, "RUN=1", results, files)
		text, err := cmd.CombinedOutput()
		if e.Name() != ".made" && (err == nil || !strings.HasPrefix(string(text),
			"make: OUT="+out+" holds "+e.Name()+", which no run of this chain has made")) {
			t.Errorf("%s: %v\n%s", e.Name(), err, text)
		}
	}
	out := t.TempDir()
	newFile(t, filepath.Join(out, "notes.md"), "mine")
	chain(t, out, append(args, "ready")...)
	out = t.TempDir()
	newFile(t, filepath.Join(out, "links.t2"), "my data")
	said, err := crawlMake(t, out, append(args, "ready")...)
	mine, readErr := os.ReadFile(filepath.Join(out, "links.t2"))
	if err == nil || !strings.Contains(said, " holds links.t2, which ") || readErr != nil || string(mine) != "my data" {
		t.Errorf("%v\n%s%s", err, said, mine)
	}
}

// variable asks make for the value of a variable of crawl.mk.
func variable(t *testing.T, name string, args []string) string {
	text, err := crawlCommand(t, t.TempDir(), append(args, "-npr")...).Output()
	value := regexp.MustCompile("(?m)^"+name+" := (.*)$").FindAllSubmatch(text, -1)
	if err != nil || len(value) != 1 {
		t.Fatalf("make -p: %v, with %q of %s", err, value, name)
	}
	return string(value[0][1])
}

// TestCrawlFilesOfSteps: the lists with-RESULT of crawl.mk name what the recipe of the result writes beside it, and no more. So
// does figures, which make reads from the recipes.
func TestCrawlFilesOfSteps(t *testing.T) {
	text, err := os.ReadFile("../scripts/crawl.mk")
	if err != nil {
		t.Fatal(err)
	}
	makefile := strings.ReplaceAll(string(text), "\\\n  ", " ") // of lists; recipes have tabs
	_, args := site(t)
	listed := map[string]string{"figures": variable(t, "figures", args)}
	for _, m := range regexp.MustCompile(`(?m)^(with-[a-z0-9.-]+) +:= (.*)$`).FindAllStringSubmatch(makefile, -1) {
		listed[m[1]] = m[2]
	}
	var figures []string
	check := func(of string, got []string) {
		want := strings.Fields(listed[of])
		slices.Sort(got)
		slices.Sort(want)
		if got, want = slices.Compact(got), slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("the recipes write %v, %s has %v", got, of, want)
		}
		delete(listed, of)
	}
	rules := regexp.MustCompile(`(?m)^([a-z0-9-]+\.[a-z0-9.]+):.*\n((?:\t.*\n)+)`).FindAllStringSubmatch(makefile, -1)
	for _, rule := range rules {
		var files []string
		for _, m := range regexp.MustCompile(`(?:\$\$new| \.made)/([a-z][a-z0-9.-]*)`).FindAllStringSubmatch(rule[2], -1) {
			switch {
			case filepath.Ext(m[1]) == ".json":
				figures = append(figures, m[1])
			case m[0] == " .made/judged.tsv", m[0] == " .made/not-due": // of what JUDGED names, and of logs of fetch
			case m[1] != rule[1]:
				files = append(files, m[1])
			}
		}
		check("with-"+rule[1], files)
	}
	check("figures", figures)
	if len(rules) < 30 || len(listed) > 0 {
		t.Errorf("%d rules; no recipe for %v", len(rules), listed)
	}
}

// TestCrawlFolderOfArchives: a folder of archives is told from one of HTML files, and what is suggested works.
func TestCrawlFolderOfArchives(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "my crawl")
	newFile(t, filepath.Join(dir, "a.warc"), answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>"))
	text, err := crawlMake(t, t.TempDir(), "CRAWL="+dir, "ready")
	_, hint, ok := strings.Cut(text, " is a folder of archives: write CRAWL='")
	hint, _, _ = strings.Cut(hint, "'\n")
	if err == nil || !ok {
		t.Fatalf("%v\n%s", err, text)
	}
	chain(t, t.TempDir(), "CRAWL="+hint, "crawled.t2")
	odd := filepath.Join(dir, "a$b'c.warc")
	newFile(t, odd, answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>"))
	chain(t, t.TempDir(), "CRAWL="+strings.ReplaceAll(odd, "$", "$$"), "crawled.t2")
	text, _ = crawlMake(t, t.TempDir(), "CRAWL="+dir, "BASE=http://a.test/", "ready")
	if !strings.Contains(text, "the pages are read, not the archives in it: for these write CRAWL='"+hint+"', without BASE\n") {
		t.Errorf("with BASE:\n%s", text)
	}
}

// chainGoals are the goals of the chain, as scripts/variables.mk lists them.
func chainGoals(t *testing.T) []string {
	text, err := os.ReadFile("../scripts/variables.mk")
	list := regexp.MustCompile(`(?m)^chain-goals := (.*)$`).FindSubmatch(text)
	if err != nil || list == nil {
		t.Fatalf("variables.mk has no list of goals: %v", err)
	}
	return strings.Fields(string(list[1]))
}

// TestMakeVariables: a variable of a misspelt name or with a $ that make would eat, a goal that there is not, and no crawl, are
// errors of make, whatever the other goals of the chain.
func TestMakeVariables(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"MAKE_VERSION=3.81":           "GNU make 3.82 or newer is needed, this is 3.81",
		"CRAWLS=x":                    "there is no variable CRAWLS: the variables of a crawl are CRAWL OUT BASE ",
		"CRAWL=x k=3":                 "there is no variable k: ",
		"CRAWL=x KK=3":                "there is no variable KK: ",
		"top=3 links.t2":              "there is no variable top: ",
		"CRAWL=x BASSE=1 ranks.t2 -n": "there is no variable BASSE: ",
		"install prefix=x":            "there is no variable prefix: ",
		"CRAWL=":                      "CRAWL is empty: write ",
		"OUT=x":                       "CRAWL is missing: write ",
		"CRAWL=x K=3 -j2":             "",
		"GO=go -k":                    "",
		"help FOO=1":                  "",
		"CRAWL=x words rank":          "there is no result rank, but ranks.t2: leave it out for the whole chain, or write words, people, ",
		"CRAWL=x navigtion":           "there is no result navigtion, but navigation: leave it out for the whole chain, or write words, people, ",
		"CRAWL=x report -k":           "there is no result report, but report.html: ",
		"CRAWL=x links.t3 -j2":        "there is no result links.t3, but links.t2: ",
		"CRAWL=x zzz ranks.t2":        "there is no result zzz: ",
		"CRAWL=x relevance":           "there is no result relevance, but relevance.model: ",
		"CRAWL=x judged=y unico":      "there is no variable judged: ",
		"CRAWL=x JUDGED=y unico -n":   "",
		"CRAWL=x words go.mod":        "go.mod is not a part of CRAWL: ",
		"CRAWL=x clean docs words":    "",
		"CRAWL=x all":                 "all only builds the tools, and has no CRAWL: leave all out for the whole chain",
		"CRAWL=x all words":           "",
		"demo K=5":                    "make demo takes no variables, ",
		"demo BETA=0.5":               "make demo takes no variables, ",
		"CRAWL=x -B":                  "to make all again remove out/crawl",
		"CRAWL=x -ki":                 "the chain cannot go on after an error: leave -i out",
		"CRAWL=x --always-make words": "the chain knows what has changed, and has no -B: ",
		"CRAWL=x OUT=a$$b SEED=$$x":   "",
	}
	for _, name := range []string{"CRAWL", "OUT", "SEED", "BASE", "EXTRACT", "TMP", "JUDGED"} {
		cases["CRAWL=x "+name+"=http://a$b"] = name + "=http://a$b: make reads a $ as a variable: write $$ for one in a name"
	}
	for _, goal := range strings.Fields("beam clean install lint test uninstall") {
		cases["CRAWL=x OUT=y "+goal], cases["OUT=y "+goal+" all"], cases[goal] = goal+" has no CRAWL: ", goal+" has no OUT: ", ""
	}
	for _, goal := range chainGoals(t) {
		cases["CRAWL=x MEMROY=1G "+goal] = "there is no variable MEMROY: "
		cases["OUT=x "+goal] = "CRAWL is missing: write "
		cases[goal] = "CRAWL is missing: write "
	}
	for args, want := range cases {
		cmd := exec.Command("make", append([]string{"-n"}, strings.Fields(args)...)...)
		cmd.Dir = ".."
		text, err := cmd.CombinedOutput()
		if (err != nil) != (want != "") || !strings.Contains(string(text), want) ||
			err != nil && bytes.Count(text, []byte("  ")) > 1 { // one is that of make, before Stop
			t.Errorf("%s: %v\n%s", args, err, text)
		}
	}
	plain := exec.Command("make", "CRAWL=x", "help") // no flag of one letter stands before --no-builtin-rules
	plain.Dir = ".."
	if text, err := plain.CombinedOutput(); err != nil {
		t.Errorf("make without -n: %v\n%s", err, text)
	}
}

// TestStepVariables: a step refuses a variable that it does not know, before it runs anything or writes a record.
func TestStepVariables(t *testing.T) {
	t.Parallel()
	step := func(command string) (string, []string) {
		out := t.TempDir()
		cmd := exec.Command("bash", "../scripts/step.sh", "x", "a step", command)
		cmd.Env = append(withTools(), "OUT="+out, "K=7", "RUN=1")
		text, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%s: the step ends with 0:\n%s", command, text)
		}
		return string(text), files(t, out)
	}
	for command, refused := range map[string]string{
		"echo $k >$new/x":             "$k",
		"echo $Kk >$new/x":            "$Kk",
		"echo $NOT_SET >$new/x":       "$NOT_SET",
		"echo $UNSET >$new/x":         "$UNSET",
		"echo a$K >$new/x":            "a$K",
		"echo ${K} >$new/x":           "${K}",
		"echo ${input[0]} >$new/x":    "${input[0]}",
		"echo $command >$new/x":       "$command",
		"echo $size $sized >$new/x":   "$size",
		"echo $jobs >$new/x$K":        "x$K",
		"echo $new >$news/x":          "$news/x",
		`echo "a b $name" >$new/x`:    "$name",
		"echo $(cat <$jobsy) >$new/x": "$jobsy",
	} {
		if text, made := step(command); text != refused+" is no variable of a step (see scripts/step.sh)\n" || len(made) > 0 {
			t.Errorf("%s: %q, %v", command, text, made)
		}
	}
	// It goes on until it finds that no run has the lock.
	known := `echo "$K" $sized $jobs "${input[@]}" $(sed 's/^0$/1/' </dev/null) >$new/x && : $new`
	text, _ := step(known)
	if !strings.Contains(text, "$ echo \"7\" -S 1G ") || !strings.Contains(text, "another run has taken over") {
		t.Errorf("%s: %q", known, text)
	}
}

// TestMakeWithoutGit: sources that are not in a repository have the version devel, and make says nothing of git.
func TestMakeWithoutGit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"Makefile", "scripts/variables.mk", "scripts/measure.mk"} {
		newFile(t, filepath.Join(dir, name), string(contents(t, "../"+name)))
	}
	cmd := exec.Command("make", "-n")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	text, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(text), "fatal") || !strings.Contains(string(text), "Version=devel'") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestMakeHelp: the help of make names the main command and every goal, that of measuring in a list of its own.
func TestMakeHelp(t *testing.T) {
	lists := []struct{ goal, makefile, more string }{
		{"help", "Makefile", "CRAWL=crawl.warc.gz OUT=out"},
		{"help-measure", "scripts/measure.mk", "bench"},
	}
	for _, l := range lists {
		cmd := exec.Command("make", l.goal)
		cmd.Dir = ".."
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		makefile, err := os.ReadFile("../" + l.makefile)
		if err != nil {
			t.Fatal(err)
		}
		goals := append(regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(string(makefile), -1), []string{"", l.more})
		for _, goal := range goals {
			if !strings.Contains(string(text), "make "+goal[1]) && goal[1] != "bin" && goal[1] != "build" {
				t.Errorf("make %s does not name %s:\n%s", l.goal, goal[1], text)
			}
		}
	}
}

// TestCrawlFilesAreGoals: each file that docs/chain.md lists is a goal, but for those that many steps write.
func TestCrawlFilesAreGoals(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/chain.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\n## What it leaves\n")
	list, _, ok := strings.Cut(list, "\nThe columns of")
	var goals []string
	for _, row := range regexp.MustCompile("(?m)^\\| `.*").FindAllString(list, -1) {
		for _, name := range regexp.MustCompile("`([a-z0-9-]+\\.(txt|tsv|t[23]|parquet|html))`").FindAllStringSubmatch(row, -1) {
			if name[1] != "times.tsv" {
				goals = append(goals, name[1])
			}
		}
	}
	_, args := site(t)
	text, err = crawlCommand(t, t.TempDir(), append(append(args, "-n"), goals...)...).CombinedOutput()
	if !ok || len(goals) < 40 || err != nil || strings.Contains(string(text), "there is no result") {
		t.Errorf("%d goals: %v\n%s", len(goals), err, text)
	}
	out := t.TempDir()
	said := chain(t, out, append(args, "fetched.txt", "layer-sizes.t2", "urls.txt")...)
	made := files(t, out)
	for _, name := range []string{"fetched.txt", "layer-sizes.t2", "urls.txt"} {
		if !slices.Contains(made, name) {
			t.Errorf("%s was not made:\n%s", name, said)
		}
	}
	if slices.Contains(made, "ranks.t2") || strings.Count(said, "$ extract-links") != 1 {
		t.Errorf("there are %v:\n%s", made, said)
	}
	text, err = crawlCommand(t, out, append(args, filepath.Join(out, "urls.txt"))...).CombinedOutput()
	if err == nil || !strings.Contains(string(text), "/urls.txt is a result: write it without its folder, urls.txt.") {
		t.Errorf("a goal with its folder: %v\n%s", err, text)
	}
	if left, err := filepath.Glob(filepath.Join(out, ".made", "[gl]o*")); len(left) > 0 || err != nil {
		t.Errorf("the run has not ended: %v are left; %v", left, err)
	}
}

// TestCrawlListsByContent: what a list is compressed by is told by its bytes, and a list that was cut off is refused in each run.
func TestCrawlListsByContent(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	crawl := filepath.Join(sample, "crawl.warc")
	plain := filepath.Join(sample, "list.txt.gz")
	newFile(t, plain, "\xef\xbb\xbf"+crawl+"\n")
	packed, err := exec.Command("gzip", "-nc", plain).Output()
	if err != nil {
		t.Skipf("no gzip to pack a list, install gzip: %v", err)
	}
	capitals := filepath.Join(sample, "LIST.TXT")
	newFile(t, capitals, crawl+"\n")
	list, cut, endless := filepath.Join(sample, "list.txt"), filepath.Join(sample, "cut.txt.gz"),
		filepath.Join(sample, "endless.txt")
	newFile(t, list, string(packed))
	newFile(t, cut, string(packed[:len(packed)-4]))
	newFile(t, endless, crawl) // without an end of the last line
	for _, name := range []string{plain, list, endless, capitals} {
		chain(t, out, "CRAWL="+name, "ready")
		text, err := os.ReadFile(filepath.Join(out, ".made", "crawl.tsv"))
		if err != nil || !strings.Contains(string(text), "\t"+crawl+"\n") || strings.Contains(string(text), "missing") {
			t.Errorf("%s: %s%v", name, text, err)
		}
	}
	// Of several lists all archives are read.
	other := filepath.Join(sample, "other.warc")
	if err := os.Rename(crawl, other); err != nil {
		t.Fatal(err)
	}
	newFile(t, crawl, answered("http://one.test/", "Content-Type: text/html\r\n", "<a href=x>"))
	newFile(t, list, other+"\n")
	chain(t, out, "CRAWL="+endless+" "+list, "crawled.t2")
	urls, err := os.ReadFile(filepath.Join(out, "urls.txt"))
	if err != nil || !strings.Contains(string(urls), "http://one.test/x\n") || strings.Count(string(urls), "\n") < 10 {
		t.Errorf("two lists: %v\n%s", err, urls)
	}
	for range 2 {
		text, err := crawlMake(t, out, "CRAWL="+cut, "ready")
		if err == nil || !strings.Contains(text, "make: CRAWL: "+cut+" is damaged or was cut off") {
			t.Errorf("a list that was cut off: %v\n%s", err, text)
		}
	}
}

// TestCrawlListIsArchive: an archive that has the name of a list is told by its first bytes, also if it is packed.
func TestCrawlListIsArchive(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	packedText := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	list := filepath.Join(dir, "list.txt")
	newFile(t, list, "a.warc\n")
	page := strings.Repeat(answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>"), 1000)
	const is, packed = "is an archive, not a list of archives: name it *.",
		"is packed like an archive, it is not a list of archives: name it *."
	for i, c := range []struct{ name, text, want string }{
		{"c.txt", page, is + "warc\n"},
		{"c.txt", packedText(page), is + "warc.gz\n"},
		{"c.paths.gz", packedText("WARC/0.18\n"), is + "warc.gz\n"},
		{"c.list", "WARC/1.10\r\n", is + "warc\n"},
		{"c.txt", "filedesc://a.arc 0.0.0.0", is + "arc\n"},
		{"c.txt.gz", packedText("filedesc://a.arc 0.0.0.0"), is + "arc.gz\n"},
		{"c.txt", "BZh91AY&SY\x00\xff", packed + "warc.bz2\n"},
		{"c.txt", "\x28\xb5\x2f\xfd\x00", packed + "warc.zst\n"},
		{"c.txt", "\x5d\x2a\x4d\x18\x00", packed + "warc.zst\n"},
		{"c.txt", "WARC/1.0/a.warc\n", " names no archive that can be read (its names are relative to /"},
		{"c.txt", packedText("WARC/a.warc\n"), " names no archive that can be read (its names are relative to /"},
		{"c.txt", "/nowhere/a.warc\n", " names no archive that can be read\n"},
		{"c.txt", "\xff\xfe/\x00a\x00", ": expected lines of text, but this is binary: it looks like UTF-16, which iconv -f UTF-16 -t UTF-8 "},
		{"c.txt", "", " names no archive that can be read\n"},
		{"c.txt", dir + "\n", " names the folder " + dir + ": write the archives in it, or read the HTML files in it by CRAWL=" +
			dir + " alone\n"},
		{"c.paths", list + "\n", " names " + list + ", which is no archive: if it is a list too, name both lists in CRAWL\n"},
	} {
		name := filepath.Join(dir, strconv.Itoa(i), c.name)
		newFile(t, name, c.text)
		text, err := crawlMake(t, t.TempDir(), "CRAWL="+name, "ready")
		if err == nil || !strings.Contains(text, "make: CRAWL: "+name) || !strings.Contains(text, c.want) ||
			strings.Contains(c.want, "not a list") && strings.Contains(text, "missing") {
			t.Errorf("%s of %.20q: %v\n%s", c.name, c.text, err, text)
		}
	}
}

// TestCrawlGoal: any goal ends like the whole chain, in each run, also of several goals at the same time; and files of killed
// runs do not stay.
func TestCrawlGoal(t *testing.T) {
	t.Parallel()
	dir, _ := site(t)
	out := t.TempDir()
	list := filepath.Join(dir, "list.txt")
	newFile(t, filepath.Join(out, ".made", "lock.999999999"), "999999999 1\n")
	newFile(t, filepath.Join(out, ".made", "lock.999999999.dead"), "999999999 1\n")
	newFile(t, list, "/nowhere/b.warc\n"+filepath.Join(dir, "a.warc")+"\n")
	newFile(t, filepath.Join(dir, "a.warc"),
		"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.test/\r\nContent-Type: text/html\r\n"+
			"Content-Length: 12\r\n\r\n<a href=b>b\n\r\n\r\n")
	for _, goals := range [][]string{{"fetched.txt"}, {"links.t2"}, {"links.t2"}, {"urls.txt", "links.t2"},
		{"links.t2", "outdegree.t2", "seed.tsv", "-j2", "-k"}} {
		text, err := crawlMake(t, out, append([]string{"CRAWL=" + list}, goals...)...)
		if err == nil || strings.Count(text, "\nincomplete: 1 archive of the list is missing: /nowhere/b.warc\n") != 1 ||
			strings.Count(text, "Error 3") != 1 {
			t.Errorf("%v: %v\n%s", goals, err, text)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "seed.tsv")); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(out, ".made", "lock*")); len(left) > 0 {
		t.Errorf("%v are left; %v", left, err)
	}
}

// TestCrawlFlags: where the message of a tool names a flag, the chain says what that is here.
func TestCrawlFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newFile(t, filepath.Join(dir, "a.html"), "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b.html>b</a>")
	args := []string{"CRAWL=" + dir, "BASE=http://a.test/", "links.t2"}
	text, err := crawlMake(t, t.TempDir(), args...)
	if err == nil || !strings.Contains(text, ": use -headers\nmake: ") ||
		!strings.Contains(text, " EXTRACT, like EXTRACT=-headers\n") {
		t.Errorf("%v\n%s", err, text)
	}
	chain(t, t.TempDir(), append(args, "EXTRACT=-headers")...)
	newFile(t, filepath.Join(dir, "a.html"), "Server: x\r\n\r\n<p>no links") // it may be HTML as it is
	if text, _ = crawlMake(t, t.TempDir(), args...); strings.Contains(text, "make: CRAWL names ") {
		t.Errorf("of a step that has not failed:\n%s", text)
	}
}
