package jobs

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Each test compares a job, on Prism in this process, with the small tools. make test-cluster builds these, and says by this
// variable where they are.
const toolsVariable = "WEBMILL_TEST_TOOLS"

// asProgram makes this process webmill-beam.
const asProgram = "WEBMILL_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(os.Args[1:]))
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// tool runs a small tool in a folder and returns its output.
func tool(t testing.TB, dir, name string, args ...string) []byte {
	t.Helper()
	bin := os.Getenv(toolsVariable)
	if bin == "" {
		t.Fatalf("%s does not say where the small tools are: make test-cluster does", toolsVariable)
	}
	cmd := exec.Command(filepath.Join(bin, name), args...)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	out, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != 0 && !(name == "pagerank" && cmd.ProcessState.ExitCode() == 3) {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, &errs)
	}
	return out
}

// start runs a job in a folder. Args are its flags and inputs; relative names are in the folder.
func start(t testing.TB, dir, name string, args ...string) error {
	t.Helper()
	at := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if at < 0 {
		t.Fatalf("there is no job %s", name)
	}
	f := flag.NewFlagSet(name, flag.PanicOnError)
	f.SetOutput(io.Discard)
	j := Declare(Kinds[at], f)
	inputs := parse(f, args)
	t.Chdir(dir)
	t.Setenv("TMPDIR", os.TempDir())
	return Run(context.Background(), Kinds[at], j, inputs)
}

func run(t testing.TB, dir, name string, args ...string) {
	t.Helper()
	if err := start(t, dir, name, args...); err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	for _, ending := range []string{"*.work", "*.sums"} {
		if left, err := filepath.Glob(filepath.Join(dir, ending)); len(left) > 0 || err != nil {
			t.Errorf("%s left %v", name, left)
		}
	}
}

// TestNoInput: a job without an input says what it reads.
func TestNoInput(t *testing.T) {
	for _, k := range Kinds {
		err := start(t, t.TempDir(), k.Name, "-o", "no.t2")
		if err == nil || err.Error() != "name the input: "+k.Reads {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
}

// program is webmill-beam as a process of its own.
func program(t testing.TB, dir string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1")
	return cmd
}

// killAt starts the program and kills it when a file appears.
func killAt(t testing.TB, dir, name string, args ...string) {
	t.Helper()
	cmd := program(t, dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		_, err := os.Stat(filepath.Join(dir, name))
		select {
		case err := <-ended:
			t.Fatalf("ended before %s was there: %v", name, err)
		case <-time.After(time.Millisecond):
		}
		if err == nil {
			cmd.Process.Kill()
			<-ended
			return
		}
	}
}

// records reads a file or folder of tuples.
func records(t testing.TB, name string) []int32 {
	t.Helper()
	in, err := stream.Open(vfs.OS, name, nil, stream.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var all []int32
	if _, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		all = append(all, block...)
		return nil
	}), in, in.Width()); err != nil {
		t.Fatal(err)
	}
	return all
}

// same compares two streams record by record.
func same(t testing.TB, dir, got, want string) {
	t.Helper()
	if !slices.Equal(records(t, filepath.Join(dir, got)), records(t, filepath.Join(dir, want))) {
		t.Errorf("%s and %s differ", got, want)
	}
}

// links makes links.t2: pairs in no order, with repetitions, and many links to page 7.
func links(t testing.TB) (dir string) {
	dir = t.TempDir()
	made(t, dir)
	return dir
}

// made makes links.t2 in a folder, and page-host.t2, which gives 32 pages a host.
func made(t testing.TB, dir string) {
	const bits = 13
	tool(t, dir, "graphgen", "-model", "rmat", "-bits", fmt.Sprint(bits), "-factor", "20", "-o", "links.t2")
	hostsOf(t, dir, 1<<bits)
}

// hostsOf makes page-host.t2, which gives 32 pages a host.
func hostsOf(t testing.TB, dir string, pages int32) {
	var records []int32
	for page := range pages {
		records = append(records, page, page>>5)
	}
	tuple.ToLE(records)
	writeFile(t, filepath.Join(dir, "page-host.t2"), tuple.Bytes(records))
}
