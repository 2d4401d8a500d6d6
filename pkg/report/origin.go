package report

import (
	"path"
	"strconv"
	"strings"
	"time"
)

// origin says what was read, when, by which version and with which flags, as far as the folder tells.
func (f *Folder) origin(version string) (list []Fact, err error) {
	add := func(label, text string) {
		if text != "" {
			list = append(list, Fact{text, label})
		}
	}
	var in sources
	if f.has("crawl.tsv") {
		if err := f.eachText("crawl.tsv", in.add); err != nil {
			return nil, err
		}
	}
	var x struct {
		Bytes   int64 `json:"bytes_in"`
		Inputs  int64
		Version string
		Began   time.Time
	}
	if f.has("extract.json") {
		if _, err := f.object("extract.json", &x); err != nil {
			return nil, err
		}
	}
	switch {
	case in.n > 0:
		add("Read", in.text())
	case x.Inputs > 0 && x.Bytes > 0:
		add("Read", plural(x.Inputs, "input")+", "+size(x.Bytes)+" as stored")
	}
	add("Flags", strings.Join(in.flags, " "))
	if !x.Began.IsZero() {
		add("Links extracted", moment(x.Began.UnixMilli()))
	}
	if x.Version != "" {
		add("By", "webmill "+visible(x.Version, 80))
	}
	if version != "" && version != x.Version {
		add("This page by", "webmill "+visible(version, 80))
	}
	return list, nil
}

// sources are what crawl.tsv lists: the files that were read, and the flags.
type sources struct {
	n, bytes    int64
	files       bool // of a folder, not archives
	folder      string
	names       []string // of the first few
	flags       []string
	before      string // the flag before this line
	least, most float64
}

const mostSources = 3

// silent are the flags of extract-links that only say where the chain keeps its files, or that are said otherwise here.
var silent = map[string]bool{"-parts": true, "-list": true, "-dir": true}

// add takes a line of crawl.tsv.
func (s *sources) add(line string) error {
	fields := strings.SplitN(line, "\t", 4)
	if len(fields) < 4 {
		return nil
	}
	name := visible(fields[3], 200)
	switch fields[0] {
	case "archive", "file":
		bytes, _ := strconv.ParseInt(fields[1], 10, 64)
		s.n, s.bytes, s.files = s.n+1, s.bytes+bytes, fields[0] == "file"
		when, _, _ := strings.Cut(fields[2], " ")
		if t, err := strconv.ParseFloat(when, 64); err == nil && t > 0 && t < 1e11 {
			if s.least == 0 || t < s.least {
				s.least = t
			}
			s.most = max(s.most, t)
		}
		if len(s.names) < mostSources {
			s.names = append(s.names, visible(path.Base(fields[3]), 100))
		}
	case "flag":
		flag := "-" + strings.TrimLeft(fields[3], "-")
		switch {
		case s.before == "-dir":
			s.folder = name
		case silent[s.before], strings.HasPrefix(fields[3], "/"), fields[3] != "" && silent[flag]:
		case len(s.flags) < 40:
			s.flags = append(s.flags, name)
		}
		s.before = flag
	}
	return nil
}

func (s *sources) text() string {
	text := strings.Join(s.names, ", ")
	switch more := s.n - int64(len(s.names)); {
	case s.files:
		text = plural(s.n, "file") + " of the folder " + s.folder
	case more > 0:
		text += " and " + plural(more, "more archive")
	}
	text += " (" + size(s.bytes)
	day := func(t float64) string { return time.Unix(int64(t), 0).UTC().Format("2006-01-02") }
	if s.most > 0 {
		text += form(s.n, ", a file of ", ", files of ") + day(s.least)
		if day(s.least) != day(s.most) {
			text += " to " + day(s.most)
		}
	}
	return text + ")"
}
