package jobs

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// serve starts a service as a process of its own, and returns a function that kills it.
func serve(t testing.TB, service string, port int) (kill func()) {
	cmd := program(t, t.TempDir(), service, fmt.Sprint(port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if conn, err := net.Dial("tcp", fmt.Sprintf("localhost:%d", port)); err == nil {
			conn.Close()
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	kill = func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	t.Cleanup(kill)
	return kill
}

// freePort is a port that nobody listens on.
func freePort(t testing.TB) int {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestServer: with Prism and the worker as processes of their own, jobs write what they write in one process. If the worker is
// killed, the job fails with one line; with another worker the same command ends right. Prism itself ends if the worker is killed
// between two pipelines.
func TestServer(t *testing.T) {
	dir, prism, worker := batch(t), freePort(t), freePort(t)
	killPrism := serve(t, "prism", prism)
	kill := serve(t, "worker", worker)
	remote := []string{"--runner=universal", fmt.Sprintf("--endpoint=localhost:%d", prism), "--environment_type=EXTERNAL",
		fmt.Sprintf("--environment_config=localhost:%d", worker)}
	made(t, dir)
	tool(t, dir, "tuples", "-cols", "1,2,1", "-o", "counts.t3", "links.t2")
	for _, c := range []struct{ ending, job, inputs string }{
		{".t2", "dedupe -k 2,1 -parts 3", "links.t2"}, {".t2", "bfs-layers -parts 3", "links.t2"},
		{".t3", "pagerank -tol 1e-9 -parts 3", "links.t2"}, {".t3", "host-graph -parts 3 -host-of page-host.t2", "links.t2"},
		{".t2", "terms -parts 3", "counts.t3"}, {".t2", "ids -parts 3 -dict DICT", "batch/lines"},
		{".tsv", "extract", "-list archives.txt"},
	} {
		args := func(out string) []string {
			return strings.Fields(strings.ReplaceAll(c.job, "DICT", out+".txt") + " -o " + out + c.ending + " " + c.inputs)
		}
		want, got := args("want"), args("out")
		run(t, dir, want[0], want[1:]...)
		cmd := program(t, dir, slices.Insert(got, 1, remote...)...)
		if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
			t.Fatalf("%v: %v, %s", got, err, said)
		}
		switch got[0] {
		case "extract":
			for i := range 5 {
				name := fmt.Sprintf("a%d.warc.gz.*.tsv", i)
				sameBytes(t, dir, found(t, dir, "out.tsv/"+name), found(t, dir, "want.tsv/"+name))
			}
			continue
		case "ids":
			sameBytes(t, dir, "out.txt", "want.txt")
		}
		same(t, dir, "out"+c.ending, "want"+c.ending)
	}
	args := append([]string{"pagerank", "-tol", "0", "-max-sweeps", "150", "-parts", "3"}, remote...)
	args = append(args, "-o", "ranks.t3", "links.t2")
	go func() {
		for !exists(filepath.Join(dir, "ranks.t3.work/ranks-00003/manifest")) {
			time.Sleep(time.Millisecond)
		}
		kill()
	}()
	said, err := program(t, dir, args...).CombinedOutput()
	lost := strings.Contains(string(said), "SDK worker disconnected") || strings.Contains(string(said), "the runner at")
	if err == nil || !lost || strings.Count(string(said), "\n") != 1 {
		t.Errorf("without its worker: %v, %s", err, said)
	}
	killPrism()
	serve(t, "prism", prism)
	serve(t, "worker", worker)
	cmd := program(t, dir, args...)
	cmd.Stderr = os.Stderr
	cmd.Run()
	if cmd.ProcessState.ExitCode() != 3 {
		t.Fatal(cmd.ProcessState)
	}
	start(t, dir, "pagerank", "-tol", "0", "-max-sweeps", "150", "-parts", "3", "-o", "want.t3", "links.t2")
	same(t, dir, "ranks.t3", "want.t3")
}

// found is the only file with a name like a pattern.
func found(t testing.TB, dir, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(names) != 1 {
		t.Fatalf("%s: %v", pattern, names)
	}
	return strings.TrimPrefix(names[0], dir+"/")
}
