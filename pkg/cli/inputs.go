package cli

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Shape is what the user says about records, for tools that take records of any shape.
type Shape struct {
	Width   int // -w, 0 if not given
	Columns tuple.ColumnList
	Used    []string // the columns, by number or name, that the tool uses; nil: all
}

// tracked is an open input.
type tracked interface {
	sized
	Label() string
	Warning() string
	Decoder() int64
	OnClose(func())
	Close() error
}

// inputs are what a run reads.
type inputs struct {
	mu        sync.Mutex // of all and pipes
	all       []*input   // that Env has opened; read by opened
	pipes     []pipe     // of all
	besides   []string   // names of files and folders that are read, but not opened by Env
	noParquet bool       // the output is Parquet, and there is too little memory for a Parquet input beside it
}

// pipe is a pipe that is an input.
type pipe struct {
	name string
	info os.FileInfo
}

// add remembers an input, to close it.
func (ins *inputs) add(open tracked) *input {
	in := &input{open: open}
	open.OnClose(in.closed)
	ins.mu.Lock()
	defer ins.mu.Unlock()
	ins.all = append(ins.all, in)
	return in
}

// opened are the inputs so far.
func (ins *inputs) opened() []*input {
	ins.mu.Lock()
	defer ins.mu.Unlock()
	return ins.all
}

// names are the names of all inputs.
func (ins *inputs) names() []string {
	names := slices.Clone(ins.besides)
	for _, in := range ins.opened() {
		names = append(names, in.Label())
	}
	return names
}

func (ins *inputs) close() {
	for _, in := range ins.opened() {
		in.Close()
	}
}

// input is an input and, when it has been closed, what must be known of it: there may be more than may be open at once.
type input struct {
	mu   sync.Mutex
	open tracked // nil: it is closed
	last facts   // of one that is closed
}

// facts are what must be known of an input that has been closed.
type facts struct {
	label, warning      string
	done, size, records int64
	unsized             bool
}

// facts are those of now. Nobody may be reading the input.
func (in *input) facts() facts {
	open := in.now()
	if open == nil {
		return in.last
	}
	f := facts{label: open.Label(), warning: open.Warning(), done: open.Done(), size: open.Size()}
	if tuples := in.tuples(); tuples != nil {
		f.records, f.unsized = tuples.Records(), tuples.Unsized()
	}
	return f
}

func (in *input) Label() string   { return in.facts().label }
func (in *input) Warning() string { return in.facts().warning }
func (in *input) Records() int64  { return in.facts().records }

// Done is how many bytes were read so far, also while they are.
func (in *input) Done() int64 {
	if open := in.now(); open != nil {
		return open.Done()
	}
	return in.last.done
}

// Size is that of the file, or -1.
func (in *input) Size() int64 {
	if open := in.now(); open != nil {
		return open.Size()
	}
	return in.last.size
}

// Decoder is the memory that unpacking takes.
func (in *input) Decoder() int64 {
	if open := in.now(); open != nil {
		return open.Decoder()
	}
	return 0
}

// now is the input if it is open, else nil.
func (in *input) now() tracked {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.open
}

// tuples is the stream of tuples that is open, or nil.
func (in *input) tuples() *stream.Input {
	tuples, _ := in.open.(*stream.Input)
	return tuples
}

// closed keeps what must be known of an input that has been closed.
func (in *input) closed() {
	last := in.facts()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.open, in.last = nil, last
}

// Close closes the input, if it is open.
func (in *input) Close() {
	if open := in.now(); open != nil {
		open.Close()
	}
}

// Open opens one tuple stream: a file, or stdin for "-". Columns nil means records of the shape that the user says.
func (env *Env) Open(name string, columns []tuple.Column) (*stream.Input, error) {
	if columns == nil {
		return env.OpenShape(name, env.Shape)
	}
	return env.openSpec(name, stream.Spec{Columns: columns})
}

// OpenInput opens a tuple stream whose errors name it. Without a name it is none: its Source is nil.
func (env *Env) OpenInput(name string, columns []tuple.Column) (tuple.Input, error) {
	if name == "" {
		return tuple.Input{}, nil
	}
	in, err := env.Open(name, columns)
	if err != nil {
		return tuple.Input{}, err
	}
	return in.Named(), nil
}

// OpenLinks opens a stream of links. An empty one gets a warning, unless the tool knows the pages otherwise (known).
func (env *Env) OpenLinks(name string, known bool) (*stream.Input, error) {
	in, err := env.Open(name, tuple.IDs("src", "dst"))
	if err == nil {
		in.ExpectLinks(known)
	}
	return in, err
}

// OpenShape opens a tuple stream with its own shape, like the second input of a tool.
func (env *Env) OpenShape(name string, shape Shape) (*stream.Input, error) {
	return env.openSpec(name, stream.Spec{Width: shape.Width, Named: shape.Columns, Used: shape.Used, LeaveText: env.LeaveText})
}

func (env *Env) openSpec(name string, spec stream.Spec) (*stream.Input, error) {
	spec.Format, spec.Header, spec.Force, spec.TempDir = env.given.from, env.Header, env.given.force, env.TempDir
	spec.NoFrom = env.given.noFrom
	if err := env.mayRead(name, env.given.from.IsText()); err != nil {
		return nil, err
	}
	spec.MostDecoder = env.mostDecoder()
	in, err := stream.Open(env.FS, name, env.Stdin, spec)
	if err != nil {
		return nil, tooWide(err)
	}
	env.track(in)
	if err := env.takeDecoder(in.Bytes); err != nil {
		return nil, err
	}
	if in.Format == stream.Parquet {
		env.takeInput(parquetio.ReaderBytes)
		if env.inputs.noParquet {
			return nil, env.AtLeast(leastParquet, readAndWrite)
		}
	}
	return in, nil
}

// unsized says which input does not tell its width, as may be behind an error about columns.
func (env *Env) unsized(c *Command) string {
	for _, in := range env.inputs.opened() {
		if in.facts().unsized && c.Groups&Wide != 0 {
			return fmt.Sprintf("; %s is empty, which does not tell its columns: add -w 2 if it is of pairs", in.Label())
		}
	}
	return ""
}

// track remembers an input, to close it, to count it and to show how far it is.
func (env *Env) track(open tracked) { env.Watch(env.inputs.add(open)) }

// fewInputs is how many inputs may stay open until their turn comes. More of them are suspended (Later).
const fewInputs = 16

const (
	waitingBytes = 2 << 10 // the memory of an input that waits for its turn
	waitingFree  = 4 << 20 // of all that wait, what is not taken of -S
)

// wait takes the memory of inputs that wait for their turn. It refuses an -S of which they would take more than half.
func (env *Env) wait(inputs int) error {
	bytes := max(0, int64(inputs)*waitingBytes-waitingFree)
	if env.asked > 0 && bytes > env.asked/inputsShare {
		return env.AtLeast(inputsShare*bytes, fmt.Sprintf("to read %d files", inputs))
	}
	if bytes > 0 {
		env.takeInput(bytes)
		env.outsideData()
	}
	return nil
}

// Later says that an input is read when its turn comes. If there are many, it takes hardly any memory until then.
func (env *Env) Later(in interface{ Suspend() error }) error {
	if len(env.inputs.opened()) <= fewInputs {
		return nil
	}
	return in.Suspend()
}

// Watch counts the bytes of an input that the tool opens itself, and shows its progress.
func (env *Env) Watch(in interface {
	Done() int64
	Size() int64
}) {
	env.Stats.read(in)
	env.Progress.watch(in)
}

// Probe returns an error if a file cannot be an input, without opening it.
func (env *Env) Probe(name string) error {
	if name == stream.Stdin {
		return nil
	}
	info, err := env.FS.Stat(name)
	if err != nil {
		return vfs.Named(name, err)
	}
	if info.IsDir() && !stream.IsFolder(env.FS, name) {
		return fmt.Errorf("%s: is a directory", name)
	}
	return nil
}

// OpenAll opens all operands, or stdin if there are none; they must have the same width. They are read one after the other.
func (env *Env) OpenAll(columns []tuple.Column) ([]*stream.Input, error) {
	if err := OneStdin(env.Args...); err != nil {
		return nil, err
	}
	if err := env.wait(len(env.Args)); err != nil {
		return nil, err
	}
	var ins []*stream.Input
	for _, name := range env.Operands() {
		in, err := env.Open(name, columns)
		if err != nil {
			return nil, err
		}
		ins = append(ins, in)
		if err := in.Match(ins[0]); err != nil {
			return nil, err
		}
		if err := env.Later(in); err != nil {
			return nil, err
		}
	}
	return ins, nil
}

// Operands are the operands, or "-" if there are none.
func (env *Env) Operands() []string {
	if len(env.Args) == 0 {
		return []string{stream.Stdin}
	}
	return env.Args
}

// Reads names a file that the tool reads and Env does not open, or a folder. It refuses what checkInput does.
func (env *Env) Reads(name string) error {
	env.inputs.besides = append(env.inputs.besides, name)
	return env.checkInput(name)
}

// OneStdin returns an error if several of the inputs are standard input.
func OneStdin(names ...string) error {
	first := slices.Index(names, stream.Stdin)
	if first >= 0 && slices.Contains(names[first+1:], stream.Stdin) {
		return Usagef("only one of the inputs can be stdin")
	}
	return nil
}

// mayRead refuses an input that is the output or another input, and a terminal for one that is not text.
func (env *Env) mayRead(name string, text bool) error {
	if err := env.checkStdout(name); err != nil {
		return err
	}
	if err := env.checkInput(name); err != nil {
		return err
	}
	return env.CheckTerminal(name, text)
}

// OpenBytes opens an input that is not tuples.
func (env *Env) OpenBytes(name string) (*stream.Bytes, error) {
	if err := env.mayRead(name, true); err != nil {
		return nil, err
	}
	return env.trackBytes(stream.OpenWithin(env.FS, name, env.Stdin, env.mostDecoder()))
}

// OpenLines opens an input of lines of text. A warning tells if the last one has no end.
func (env *Env) OpenLines(name string) (*stream.Bytes, error) {
	in, err := env.OpenEnding(name, '\n')
	if err != nil {
		return nil, err
	}
	return in, in.ExpectLines()
}

// OpenEnding opens an input of lines of any bytes that end in a byte.
func (env *Env) OpenEnding(name string, end byte) (*stream.Bytes, error) {
	if err := stream.NoTuples(name); err != nil {
		return nil, err
	}
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	return in, in.ExpectEnds(end)
}

// CheckTerminal warns that the tool waits for what is typed, if an input is a terminal. It refuses a terminal where the form is
// not text.
func (env *Env) CheckTerminal(name string, text bool) error {
	switch {
	case name != stream.Stdin || !isTerminal(env.Stdin):
		return nil
	case !text:
		return Usagef("stdin is a terminal: name the file to read, or pipe it in")
	}
	env.Warnf("reading lines from the terminal; Ctrl-D ends them")
	return nil
}

// OpenStored opens an input that is not tuples and is read as it is stored: compressed, if it is.
func (env *Env) OpenStored(name string) (*stream.Bytes, error) {
	if err := env.mayRead(name, false); err != nil {
		return nil, err
	}
	return env.trackBytes(stream.OpenStored(env.FS, name, env.Stdin))
}

func (env *Env) trackBytes(in *stream.Bytes, err error) (*stream.Bytes, error) {
	if err != nil {
		return nil, tooWide(err)
	}
	env.track(in)
	return in, env.takeDecoder(in)
}
