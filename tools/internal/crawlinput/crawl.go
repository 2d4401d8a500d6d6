// Package crawlinput has the flags by which tools are told which crawl to read; pkg/web/docs reads it.
package crawlinput

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/urls"
	"webmill/pkg/web/docs"
	"webmill/pkg/work"
	"webmill/tools/internal/shared"
)

// Input is what the flags say.
type Input struct {
	docs.Input
	most     cli.Size
	minPages string
	least    float64 // of -min-pages, from 0 to 1
}

// Flags declares the flags.
func (in *Input) Flags(f *cli.Flags) {
	f.StringVar(&in.List, "list", "", "read the archives that `FILE` names, one a line, before those of the operands")
	f.StringVar(&in.Dir, "dir", "", "read the files in and below `DIR` instead of archives; needs -base or -urls")
	f.StringVar(&in.Base, "base", "", "the `URL` of DIR, like https://example.org/")
	f.StringVar(&in.Index, "index", "",
		"a file of this `NAME` gets the URL of its folder; a link that says NAME leads to another page")
	f.StringVar(&in.URLs, "urls", "",
		"the URLs of the files of DIR: each line of `FILE` is a path, a TAB, and a URL after the last TAB")
	f.BoolVar(&in.Headers, "headers", false,
		"the files of DIR begin with HTTP headers, as wget --save-headers writes them; bodies are decoded as these say")
	f.StringVar(&in.minPages, "min-pages", "5%",
		"the least `SHARE` of the documents that must be pages, if there are 20 documents or more")
	f.Var(&in.most, "max", shared.Max+" (default: 64M or a 16th of -S, whichever is less)")
}

// Manual describes the input, for the manuals of the tools.
const Manual = `
Reads archives one after the other: those that the file of -list names, one a line, and those of the operands. Or, with
-dir, it reads the files in and below a folder, in the order of their names: those that are named like HTML or begin
like it, packed or not. The URL of a file is -base and its path, or what -urls says; -index index.html gives a file of
that name the URL of its folder.

What is missing, damaged or too large is left out, and so is an empty archive; a page that cannot be decoded is read as far as it
can be. Both are counted by reason, all else is read, and the exit status is 3, or 1 if no input could be read.
docs/archives.md has the details. If hardly any document is a page (-min-pages), a message gives the likely cause, and
the exit status is 3.`

var advice = docs.Advice{
	MaxRecord: "raise -max",
	Memory:    "raise -S",
	List:      "to read a list of archives, use -list",
	Archive:   "to read it, leave out -list",
	Page:      "to read HTML files, give their folder to -dir",
	Tar:       "tar unpacks it; to read HTML files of it, give their folder to -dir",
	Tuples:    "its name is that of a stream, which tuples and other tools read",
	Index:     "it looks like an index: give the archives that it names",
	URLs:      "it has lines of URLs, which dict reads, and nav-links if they are of link-groups",
	Log:       "it has lines of JSON; of a crawl of fetch give the archives beside it, like crawl-*.warc.gz",
	Dir:       "name the archives in it, or use -dir to read HTML files in it",
}

// Open checks the flags and looks at all of the input, without reading it.
func (in *Input) Open(env *cli.Env) (*docs.Reader, error) {
	if err := env.Leaves(docs.LeastMemory, "to read documents"); err != nil {
		return nil, err
	}
	share, err := strconv.ParseFloat(strings.TrimSuffix(in.minPages, "%"), 64)
	if in.least = share / 100; err != nil || !strings.HasSuffix(in.minPages, "%") || !(0 <= share && share <= 100) {
		return nil, cli.Usagef("-min-pages: %q is not a share like 5%%", in.minPages)
	}
	in.MaxRecord = int64(in.most)
	if in.MaxRecord > docs.MostRecord(env.Memory) {
		return nil, cli.Usagef("-max %s needs at least -S %s: a record may take %d times its size in memory",
			&in.most, work.Bytes(env.SizeFor(docs.MemoryFor(in.MaxRecord))), docs.MemoryFor(1))
	}
	if err := in.check(env.Args); err != nil {
		return nil, err
	}
	in.lookBelow(env)
	in.Archives = env.Args
	if in.List == "" {
		in.Archives = env.Operands()
	}
	for _, name := range in.Archives {
		if err := env.CheckTerminal(name, false); err != nil {
			return nil, err
		}
	}
	r, err := docs.Open(in.Input, docs.Options{Room: env.Room(), Stdin: env.Stdin, Open: env.OpenBytes,
		Warn: env.Warnf, Advice: advice})
	if err != nil {
		return nil, err
	}
	for _, v := range r.Volumes {
		if err := env.Reads(v.Name); err != nil {
			return nil, err
		}
	}
	env.Watch(r)
	return r, nil
}

// lookBelow warns if the folder has one with the name of the host: then that is the folder of -base, as programs that copy a site
// make it.
func (in *Input) lookBelow(env *cli.Env) {
	base, err := url.Parse(in.Base)
	if in.Dir == "" || err != nil || base.Host == "" {
		return
	}
	for _, host := range []string{base.Host, base.Hostname()} {
		below := filepath.Join(in.Dir, host)
		if info, err := env.FS.Stat(below); err == nil && info.IsDir() {
			env.Warnf("%s has a folder %s, named like the host of -base: if that is the site, give -dir %s", in.Dir, host, below)
			return
		}
	}
}

// check finds flags that contradict each other.
func (in *Input) check(operands []string) error {
	_, noURL := urls.Canonical(nil, []byte(in.Base))
	if err := cli.OneStdin(append(operands, in.List, in.URLs)...); err != nil {
		return err
	}
	switch {
	case in.Dir == "" && (in.Base != "" || in.URLs != "" || in.Index != "" || in.Headers):
		return cli.Usagef("-base, -index, -urls and -headers are only for -dir")
	case in.Dir == "":
		return nil
	case len(operands) > 0:
		return cli.Usagef("unexpected operand %q: -dir names all of the input", operands[0])
	case in.List != "":
		return cli.Usagef("-list cannot be used with -dir")
	case in.Base == "" && in.URLs == "":
		return cli.Usagef("-dir needs -base URL or -urls FILE")
	case in.Base != "" && in.URLs != "":
		return cli.Usagef("-base and -urls both say the URLs of the files: give one of them")
	case strings.ContainsAny(in.Base, "?#"):
		return cli.Usagef("-base %q has a query or a fragment: all files would get one URL", in.Base)
	case slices.Contains([]string{".html", ".htm", ".xhtml", ".php"}, strings.ToLower(path.Ext(in.Base))):
		return cli.Usagef("-base %q names a file: write the URL of the folder, like %q", in.Base,
			in.Base[:strings.LastIndex(in.Base, "/")+1])
	case in.Base != "" && noURL != nil:
		return cli.Usagef("-base %q is not a URL of the web: write it like https://example.org/", in.Base)
	}
	return nil
}
