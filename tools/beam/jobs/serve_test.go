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

// serve starts a service as a process of its own, and returns its address and what kills it.
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

// TestServer: jobs on a Prism that is a process of its own, with a worker that is one too, write what one process writes.
// Where the worker is killed, the job fails in one line, and with another worker the same command ends right. Prism itself ends
// if the worker is killed between two pipelines.
func TestServer(t *testing.T) {
	dir, prism, worker := links(t), freePort(t), freePort(t)
	killPrism := serve(t, "prism", prism)
	kill := serve(t, "worker", worker)
	remote := []string{"--runner=universal", fmt.Sprintf("--endpoint=localhost:%d", prism), "--environment_type=EXTERNAL",
		fmt.Sprintf("--environment_config=localhost:%d", worker)}
	for _, args := range [][]string{{"dedupe", "-k", "2,1", "-parts", "3"}, {"bfs-layers", "-parts", "3"},
		{"pagerank", "-tol", "1e-9", "-parts", "3"}} {
		ending := map[bool]string{true: ".t3", false: ".t2"}[args[0] == "pagerank"]
		run(t, dir, args[0], append(args[1:], "-o", "want"+ending, "links.t2")...)
		cmd := program(t, dir, slices.Concat(args, remote, []string{"-o", "out" + ending, "links.t2"})...)
		if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
			t.Fatalf("%v: %v, %s", args, err, said)
		}
		same(t, dir, "out"+ending, "want"+ending)
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
