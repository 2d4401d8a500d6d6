package tools_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Faults of those who call a tool, and what the tool says about itself.
var usageFaults = []fault{
	{"manual", nil, manualIsWhole},
	{"manual/flags exist", nil, listedFlagsExist},
	{"manual/examples", nil, examplesRun},
	{"manual/needs no input", nil, manualComesFirst},
	{"version", nil, versionIsOneLine},
	{"unknown flag", nil, unknownFlagIsUsage},
	{"operands", nil, furtherOperandIsUsage},
	{"stats", nil, statsAreJSON},
	{"environment", nil, localeDoesNotMatter},
	{"stderr full", nil, fullStderrIsIgnored},
	{"stderr broken", nil, brokenStderrIsIgnored},
}

func manualIsWhole(p *place) {
	head := regexp.MustCompile(`^` + p.tool.name + ` - \S.*\n\nusage: ` + p.tool.name + ` \[flags\]`)
	if !head.MatchString(p.tool.manual) {
		p.Errorf("the manual does not begin with name, sentence and usage:\n%.200s", p.tool.manual)
	}
	for _, head := range []string{"purpose", "input", "output", "memory"} {
		if manualLine(p.tool.manual, head) == "" {
			p.Errorf("the manual has no line %q", head)
		}
	}
	if n := len(examples(p.tool.manual)); n < 2 {
		p.Errorf("the manual has %d examples, not two", n)
	}
	for i, line := range strings.Split(p.tool.manual, "\n") {
		if len([]rune(line)) > 80 {
			p.Errorf("line %d of the manual has %d characters", i+1, len([]rune(line)))
		}
	}
}

// listedFlagsExist asks for each flag with a value that none has; what is not declared is refused in other words. Flags
// that the text of the manual names must be listed.
func listedFlagsExist(p *place) {
	for name := range p.tool.flags {
		r := p.run([]string{"-" + name + "=\x01", "-h"})
		if strings.Contains(string(r.stderr), "no such flag") {
			p.Errorf("-h lists -%s, which does not exist", name)
		}
	}
	text, _, _ := strings.Cut(p.tool.manual, "\nflags:\n")
	for _, m := range regexp.MustCompile(`(?:^|[\s(\[|])-([A-Za-z][\w-]*)`).FindAllStringSubmatch(text, -1) {
		if !p.tool.flags[m[1]] {
			p.Errorf("the manual speaks of -%s, which is not a flag", m[1])
		}
	}
}

// examples are the command lines of the manual, but for those that need the web.
func examples(manual string) []string {
	_, text, _ := strings.Cut(manual, "\nexamples:\n")
	var list []string
	fresh := true
	for _, line := range strings.Split(text, "\n") {
		command, ok := strings.CutPrefix(line, "      ")
		switch {
		case ok && fresh:
			list = append(list, command)
		case ok:
			list[len(list)-1] += "\n" + command
		}
		fresh = !ok
	}
	return slices.DeleteFunc(list, func(line string) bool { return strings.HasSuffix(line, " https://example.org/") })
}

// examplesRun runs the examples in a place with copies of the sample: a shell that writes to a file would write to its links too.
func examplesRun(p *place) {
	links := p.dir
	p = emptyPlace(p.T, p.tool)
	p.must(os.CopyFS(p.dir, os.DirFS(links)))
	p.names = p.list(p.dir)
	for _, line := range examples(p.tool.manual) {
		r := p.run(nil, func(c *cmd) {
			c.Path, c.Args = "/bin/bash", []string{"bash", "-euo", "pipefail", "-c", line}
		})
		if r.code != 0 || len(r.stderr) > 0 {
			p.Errorf("the example %q\nends with %d, stderr %q", line, r.code, r.stderr)
		}
	}
	if left := p.list(p.tmp); len(left) > 0 {
		p.Errorf("left in TMPDIR: %v", left)
	}
}

// manualComesFirst: -h and -version answer whatever else is on the line, and read nothing.
func manualComesFirst(p *place) {
	r := p.run(append(p.tool.argsFor("missing.t2"), "-h"))
	p.succeeds(r)
	if string(r.stdout) != p.tool.manual {
		p.Errorf("%s: did not print the manual", r)
	}
}

func versionIsOneLine(p *place) {
	r := p.run([]string{"-version"})
	p.succeeds(r)
	if !regexp.MustCompile(`^` + p.tool.name + ` \(webmill\) \S+\n$`).Match(r.stdout) {
		p.Errorf("%s: %q", r, r.stdout)
	}
}

func unknownFlagIsUsage(p *place) {
	r := p.run(p.tool.args("--no-such-flag"))
	if r.code != 2 || !strings.HasSuffix(string(r.stderr), " (see "+p.tool.name+" -h)\n") || len(r.stdout) > 0 {
		p.Errorf("%s: exit code %d, stdout %q, stderr %q", r, r.code, r.stdout, r.stderr)
	}
	p.oneLine(r, string(r.stderr), "no-such-flag")
	p.clean()
}

var (
	usageLine = regexp.MustCompile(`(?m)^(?:usage:|      ) \S+ \[flags\](.*)$`)
	usageFlag = regexp.MustCompile(`\[-[^\]]*\]|-[\w-]+ \S+`)
)

// furtherOperandIsUsage: a tool refuses more operands than its usage names, since it would not read them.
func furtherOperandIsUsage(p *place) {
	most := 0
	lines := usageLine.FindAllStringSubmatch(p.tool.manual, -1)
	for _, m := range lines {
		most = max(most, len(strings.Fields(usageFlag.ReplaceAllString(m[1], ""))))
		if strings.Contains(m[1], "...") {
			return
		}
	}
	r := p.run(p.tool.args(slices.Repeat([]string{"missing"}, most+1)...))
	if len(lines) == 0 || r.code != 2 || len(r.stdout) > 0 {
		p.Errorf("%s: exit code %d, stderr %q", r, r.code, r.stderr)
	}
	p.clean()
}

func statsAreJSON(p *place) {
	r := p.run(p.tool.args("-stats", "stats.json"))
	p.writes(r, r.stdout, "stats.json")
	var stats map[string]any
	if err := json.Unmarshal(p.read("stats.json"), &stats); err != nil {
		p.Fatalf("%s: %v", r, err)
	}
	for _, key := range []string{"tool", "rows_in", "rows_out", "bytes_in", "bytes_out", "seconds", "peak_memory"} {
		if _, ok := stats[key]; !ok {
			p.Errorf("%s: no %q in %v", r, key, stats)
		}
	}
	size, further := len(p.tool.want), slices.Contains(p.tool.line, os.DevNull) // where a second output goes
	if all := stats["bytes_out"].(float64); all != float64(size) && !(further && all > float64(size)) {
		p.Errorf("%s: bytes_out is %v, the output has %d", r, stats["bytes_out"], size)
	}
	if f := p.tool.operand(); f != "" && stats["bytes_in"].(float64) < float64(len(p.read(f))) {
		p.Errorf("%s: bytes_in is %v, the input has %d", r, stats["bytes_in"], len(p.read(f)))
	}
}

func localeDoesNotMatter(p *place) {
	r := p.run(p.tool.args(), env("LC_ALL=tr_TR.UTF-8", "TZ=Pacific/Apia"))
	p.writes(r, r.stdout)
}

func fullStderrIsIgnored(p *place) {
	r := p.run(p.tool.args("-v"), stderr(p.open("/dev/full", os.O_WRONLY)))
	p.writes(r, r.stdout)
}

// brokenStderrIsIgnored: a tool whose messages nobody reads does its work and keeps its exit status.
func brokenStderrIsIgnored(p *place) {
	r, w, err := os.Pipe()
	p.must(err)
	r.Close()
	defer w.Close()
	got := p.run(p.tool.args("-v"), stderr(w))
	p.writes(got, got.stdout)
	if got := p.run([]string{"-nonsense"}, stderr(w)); got.code != 2 {
		p.Errorf("%s: exit code %d, not 2", got, got.code)
	}
}
