package stream

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"webmill/pkg/tuple"
)

// Format is one of the forms of a tuple stream.
type Format string

// The formats. Auto means: by the name of the file, raw on a pipe.
const (
	Auto     Format = ""
	Raw      Format = "raw"
	Text     Format = "text"
	CSV      Format = "csv" // numbers with commas between them, behind a line of names
	Parquet  Format = "parquet"
	MTX      Format = "mtx"       // Matrix Market coordinates
	Adj      Format = "adj"       // adjacency records ID k ID1 … IDk of little-endian int32
	AdjBE    Format = "adj-be"    // the same, big-endian
	Edges    Format = "edges"     // the links of a Common Crawl graph: text
	Vertices Format = "vertices"  // its vertices: lines of an id, a host name and, maybe, a number
	GraphTxt Format = "graph-txt" // WebGraph's text: the number of pages, and a line of targets for each
	Konect   Format = "konect"    // the edges of a KONECT graph, counted from 1
	Nodes    Format = "nodes"     // lines "n ID NAME" and "e SRC DST"
)

// Misuse is an error in what the user said: a name, a width or a form that does not fit what is read or written.
type Misuse struct{ text string }

func (m *Misuse) Error() string { return m.text }

func misuse(format string, args ...any) error { return &Misuse{fmt.Sprintf(format, args...)} }

// form is how a format is recognised, read and written.
type form struct {
	format Format
	ext    []string // of file names
	open   func(*Input, wanted) (tuple.Source, []tuple.Column, error)
	create func(*Output, OutSpec) (sink tuple.Sink, finish func() error, err error)
}

// wanted is a Spec after the name of the file was read.
type wanted struct {
	Spec
	columns []tuple.Column // what the tool or the width says; nil: not known
}

// forms is the one list of formats. The functions are in the file of each format; those of this one are the shortest.
func forms() []form {
	return []form{
		{Raw, nil, openRaw, createRaw},
		{Text, []string{".txt", ".tsv", ".text", ".el"}, openText, createText},
		{CSV, []string{".csv"}, openCSV, createCSV},
		{Parquet, []string{".parquet"}, openParquet, createParquet},
		{MTX, []string{".mtx"}, openMTX, createMTX},
		{Adj, []string{".adj"}, openAdj(false), createAdj(false)},
		{AdjBE, []string{".adj-be"}, openAdj(true), createAdj(true)},
		{Edges, []string{".edges"}, openText, createEdges},
		{Vertices, []string{".vertices"}, openVertices, nil},
		{GraphTxt, []string{".graph-txt"}, openGraphTxt, createGraphTxt},
		{Konect, []string{".konect"}, openKonect, nil},
		{Nodes, []string{".nodes"}, openNodes, nil},
	}
}

func (f Format) form() form {
	all := forms()
	return all[slices.IndexFunc(all, func(g form) bool { return g.format == f })]
}

// Formats lists the names of all formats.
func Formats() string { return formats(func(form) bool { return true }) }

// WrittenFormats lists the names of the formats that an output can have.
func WrittenFormats() string { return formats(func(f form) bool { return f.create != nil }) }

func formats(which func(form) bool) string {
	var names []string
	for _, f := range forms() {
		if which(f) {
			names = append(names, string(f.format))
		}
	}
	return strings.Join(names, ", ")
}

// IsText reports whether the format can be shown on a terminal.
func (f Format) IsText() bool { return !slices.Contains([]Format{Auto, Raw, Parquet, Adj, AdjBE}, f) }

// HasNames reports whether the format is text that may have a line of names.
func (f Format) HasNames() bool { return f == Text || f == CSV }

// Set implements flag.Value.
func (f *Format) Set(s string) error {
	for _, g := range forms() {
		if string(g.format) == s {
			*f = g.format
			return nil
		}
	}
	return fmt.Errorf("the forms are %s", Formats())
}

func (f *Format) String() string { return string(*f) }

// byName reads a format and a width (0: not said) off a file name: links.t2, links.txt.gz, links.parquet. The files of
// Common Crawl are named NAME-vertices.txt.gz, or are the parts of a folder with such a name.
func byName(name string) (Format, int) {
	name = strings.ToLower(strings.TrimRight(name, "/"))
	for plain, packed := CutPacking(name); packed != ""; plain, packed = CutPacking(name) {
		name = plain
	}
	ext := filepath.Ext(name)
	if len(ext) == 3 && ext[:2] == ".t" && '1' <= ext[2] && ext[2] <= '0'+tuple.MaxWidth {
		return Raw, int(ext[2] - '0')
	}
	switch stem := strings.TrimSuffix(filepath.Base(name), ".txt"); {
	case strings.HasSuffix(stem, "vertices"):
		return Vertices, 0
	case strings.HasSuffix(stem, "edges"):
		return Edges, 0
	}
	for _, f := range forms() {
		if slices.Contains(f.ext, ext) {
			return f.format, 0
		}
	}
	return Auto, 0
}

// Packings are the endings of the names of packed files, in the order in which a folder has them. All are read; .bz2 is not
// written.
var Packings = []string{".bz2", ".gz", ".zst"}

// CutPacking cuts the ending that says how a file is packed off its name.
func CutPacking(name string) (plain, ending string) {
	for _, p := range Packings {
		if plain, ok := strings.CutSuffix(name, p); ok && plain != "" {
			return plain, p
		}
	}
	return name, ""
}

// NamedWidth is the number of columns that a name like links.t2 says, 0 if it does not.
func NamedWidth(name string) int {
	_, width := byName(name)
	return width
}

// notPacked are endings of compressions that are not written, foreign endings of forms in which tuples are not written.
var (
	notPacked = []string{".bz2", ".xz", ".lz4", ".lzma", ".br", ".z", ".zip", ".7z", ".lzo", ".sz", ".snappy", ".tar", ".tgz"}
	foreign   = []string{
		".json", ".jsonl", ".ndjson", ".npy", ".npz", ".arrow", ".feather", ".ipc", ".orc", ".avro", ".xlsx", ".ods", ".db",
		".sqlite", ".duckdb", ".h5", ".hdf5", ".pickle", ".pkl", ".xml", ".html", ".htm", ".md", ".graphml", ".gexf", ".dot",
		".yaml", ".warc", ".arc", ".wat", ".wet", ".xls",
		".pdf", ".ps", ".eps", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".doc", ".docx", ".odt", ".rtf", ".tex", ".epub",
	}
	// noTuples matches further endings that raw tuples do not get: those of other data, and .t with a width that no record has.
	noTuples = regexp.MustCompile(`^\.(tab|edges|edgelist|text|lst|list|log|t[0-9]*)$`)
	noWidth  = regexp.MustCompile(`^\.t[0-9]+$`)
)

// packing refuses the name of an output if its ending is of a compression that is not written.
func packing(name string) error {
	if ext := ending(name); slices.Contains(notPacked, ext) {
		return misuse("%s: cannot write %s: only names in .gz and .zst are compressed", name, ext)
	}
	return nil
}

// compressor is the ending of a name that compresses the output, or "".
func compressor(name string) string {
	if ext := ending(name); ext == ".gz" || ext == ".zst" {
		return ext
	}
	return ""
}

// ending is the ending of a name, in lower case.
func ending(name string) string { return strings.ToLower(filepath.Ext(name)) }

// Ending is the ending of a name, without that of a compression.
func Ending(name string) string { return ending(name[:len(name)-len(compressor(name))]) }

// NoTuples refuses an input of lines if its name says that it holds tuples.
func NoTuples(name string) error {
	if said, _ := byName(name); said == Raw || said == Parquet {
		return fmt.Errorf("%s: expected lines of text, but the name says %s", name, said)
	}
	return nil
}

// promised refuses the name of an output of tuples if its ending is of another form than the one that is written.
func promised(name string, format, asked Format) error {
	said, _ := byName(name)
	ext := Ending(name)
	switch {
	case said != Auto && said != format && !(said.IsText() && format.IsText()):
		return misuse("%s: the name says %s, -to says %s", name, said, format)
	case format == Parquet && compressor(name) != "":
		return misuse("%s: Parquet is compressed inside, and no reader takes it in %s: leave out that ending", name,
			compressor(name))
	case asked == Auto && (slices.Contains(foreign, ext) || said == Auto && noTuples.MatchString(ext)):
		return misuse("%s: cannot write %s: the forms are %s, chosen by name or by -to", name, ext, WrittenFormats())
	}
	return nil
}

// PlainName refuses a name for an output of lines of text if its ending is of tuples or of another form than text. own are
// further endings that are allowed, .gz and .zst behind them too; not behind .parquet, which is compressed inside.
func PlainName(name string, own ...string) error {
	said, width := byName(name)
	ext := Ending(name)
	mine := ext != "" && slices.Contains(own, ext) && (said != Parquet || compressor(name) == "")
	tuples := width > 0 || said != Auto && !said.IsText() || noWidth.MatchString(ext)
	if !mine && (tuples || said == CSV || slices.Contains(foreign, ext)) {
		return misuse("%s: the output is %s, not %s", name, plainForms(own), ext)
	}
	return nil
}

// plainForms are the forms of an output of lines of text that may have further endings.
func plainForms(own []string) string {
	forms := []string{"lines of text"}
	for _, ext := range slices.Sorted(slices.Values(own)) {
		if ext != "" {
			forms = append(forms, ext)
		}
	}
	last := len(forms) - 1
	if last == 0 {
		return forms[0]
	}
	return strings.Join(forms[:last], ", ") + " or " + forms[last]
}

// utf16 is the name of the UTF-16 that bytes look like, or "": they begin with its byte order mark and have a character of
// Latin-1, or they begin with such characters only.
func utf16(head []byte) string {
	little, big := bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff"))
	if !little && !big {
		head = head[:min(len(head), 64)]
	}
	var latin [2]int // by the place of the byte that is not 0
	n := len(head) / 2
	for i := range n {
		switch a, b := head[2*i], head[2*i+1]; {
		case a == 0 && b == 0: // as in numbers
			return ""
		case b == 0 && a >= '\t':
			latin[0]++
		case a == 0 && b >= '\t':
			latin[1]++
		}
	}
	switch {
	case little && latin[0] > 0, big && latin[1] > 0, n > 1 && latin[0] == n:
		return "UTF-16"
	case n > 1 && latin[1] == n:
		return "UTF-16BE" // without a mark UTF-16 is little-endian
	}
	return ""
}

// tripwire reports what the first bytes of a supposedly raw stream look like, if it is not raw tuples.
func tripwire(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte(magicParquet)):
		return "looks like Parquet: use -from parquet"
	case bytes.HasPrefix(head, []byte("%%MatrixMarket")):
		return "looks like Matrix Market: use -from mtx"
	case bytes.HasPrefix(head, []byte("% sym ")) || bytes.HasPrefix(head, []byte("% asym ")) ||
		bytes.HasPrefix(head, []byte("% bip ")):
		return "looks like a graph of KONECT: use -from konect"
	case bytes.HasPrefix(head, []byte("n 0 ")):
		return "looks like nodes with names, and links: use -from nodes"
	case compression(head) != "":
		return "looks like " + compression(head) + " inside of a packed file: unpack it once"
	case Foreign(head) != "":
		return "looks like " + Foreign(head) + ", which is not read: unpack or convert it"
	case isArchive(head):
		return "looks like a web archive: extract-links reads it, and dict makes ids of its links"
	case len(head) >= 8 && printable(head) && bytes.Contains(head, []byte("://")):
		return "looks like lines with URLs: dict gives ids to these"
	case len(head) >= 8 && printable(head) && bytes.ContainsAny(head, ",;"):
		return "looks like text with commas between its columns: use -from csv if its first line names the columns, else make TABs of them, like tr , '\\t', and use -from text"
	case len(head) >= 8 && printable(head):
		return "looks like text: use -from text"
	}
	return ""
}

// convert is the hint of tripwire for a tool without -from.
func convert(hint string, width int) string {
	what, how, can := strings.Cut(hint, ": use ")
	if !can {
		return hint
	}
	flag := strings.Join(strings.Fields(how)[:2], " ") // -from and the form
	return fmt.Sprintf("%s: make raw tuples of it by tuples %s -o x.t%d", what, flag, width)
}

// Foreign names the format of a file that no tool reads, by its first bytes; it is "" for others.
func Foreign(head []byte) string {
	for magic, name := range map[string]string{
		"\xfd7zXZ\x00": "xz", "PK\x03\x04": "zip", "7z\xbc\xaf\x27\x1c": "7z", "\x04\x22\x4d\x18": "lz4",
		"\x93NUMPY": "a NumPy array",
	} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return name
		}
	}
	return ""
}

// notRead is the error for a file in a packing that is not read, by its first bytes; it is nil for others.
func notRead(head []byte) error {
	packing := Foreign(head)
	if how := map[string]string{"xz": "xz -d", "zip": "unzip", "7z": "7z x", "lz4": "lz4 -d"}[packing]; how != "" {
		return fmt.Errorf("is packed by %s, which is not read: %s unpacks it", packing, how)
	}
	return nil
}

// printable reports whether the beginning of a file is text. Its last character may be cut off.
func printable(head []byte) bool {
	for len(head) > 0 {
		c, n := utf8.DecodeRune(head)
		switch {
		case c == utf8.RuneError && n == 1:
			return !utf8.FullRune(head)
		case (c < ' ' || c > '~' && c < '\u00a0') && c != '\n' && c != '\r' && c != '\t':
			return false
		}
		head = head[n:]
	}
	return true
}

func openRaw(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	hint := tripwire(in.head)
	if want.NoFrom {
		hint = convert(hint, len(want.columns))
	}
	if hint != "" && !want.Force {
		return nil, nil, fmt.Errorf("expected raw tuples, but this %s (or -force)", hint)
	}
	if want.columns == nil {
		return nil, nil, misuse("the width of the records is not known: say -w N or name the file *.tN")
	}
	return tuple.NewRawReader(in.body, len(want.columns)), want.columns, nil
}

func createRaw(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	return tuple.NewRawWriter(o.ByteOutput), nil, nil
}

// edgesStated matches the comment by which a graph of SNAP says its size.
var edgesStated = regexp.MustCompile(`(?m)^# Nodes: [0-9]+[ \t]+Edges: ([0-9]+)[ \t\r]*\n`)

func openText(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	if stated := edgesStated.FindSubmatch(in.head); stated != nil {
		in.stated, _ = strconv.ParseInt(string(stated[1]), 10, 64)
	}
	if want.Header {
		return openHeader(in, want)
	}
	t, err := tuple.NewTextReader(in.body, want.columns)
	if err != nil {
		return nil, nil, err
	}
	if want.columns != nil {
		return t, tuple.AsText(want.columns), nil
	}
	// A stream without any record has no width; one column is as good as any other number.
	in.unsized = t.Width() == 0
	return t, tuple.AsText(tuple.Numbered(max(t.Width(), 1))), nil
}

// createEdges writes text of links. No value may be unknown or, since nothing says the kinds, a score.
func createEdges(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	if w := len(spec.Columns); w != 2 && w != 3 || tuple.Numbers(spec.Columns) != w {
		return nil, nil, fmt.Errorf("edges are records of 2 or 3 columns, not %d, and no f64", w)
	}
	if err := pairOfIDs(spec.Columns); err != nil {
		return nil, nil, err
	}
	cols := slices.Clone(spec.Columns)
	for i := range cols {
		cols[i].Null = false
	}
	cols[0].Kind, cols[1].Kind = tuple.ID, tuple.ID
	if len(cols) == 3 && cols[2].Kind == tuple.F32 {
		return nil, nil, misuse("column 3 holds scores (f32): edges are ids and integers")
	}
	t, records := tuple.NewTextWriter(o.ByteOutput, cols), int64(0)
	return tuple.SinkFunc(func(block []int32) error {
		if err := tuple.CheckKinds(block, cols, records+1); err != nil {
			return err
		}
		records += int64(len(block) / len(cols))
		return t.WriteBlock(block)
	}), t.Flush, nil
}

func createText(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	if spec.Header {
		if err := o.writeNames(spec.Columns, Text); err != nil {
			return nil, nil, err
		}
	}
	t := tuple.NewTextWriter(o.ByteOutput, spec.Columns)
	return t, t.Flush, nil
}
