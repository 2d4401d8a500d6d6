package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
)

// made is a web of numbered pages: page n links to pages 2n+1, 2n+2 and n/3.
type made struct{ pages int }

func (w made) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	if ctx.Err() != nil {
		return nil, &exchange.Error{Kind: exchange.Canceled, Err: ctx.Err()}
	}
	var n, host int
	if strings.HasSuffix(string(req.URL), "/robots.txt") {
		return answer("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\n", "no"), nil
	}
	if _, err := fmt.Sscanf(string(req.URL), "http://h%d.example/%d", &host, &n); err != nil || n >= w.pages {
		return answer("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n", "no"), nil
	}
	body := "<!DOCTYPE html><title>" + fmt.Sprint(n) + "</title>"
	for _, to := range []int{2*n + 1, 2*n + 2, n / 3} {
		body += fmt.Sprintf("<a href=\"http://h%d.example/%d\">x</a>", to%5, to)
	}
	return answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", body), nil
}

func answer(head, body string) *exchange.Response {
	res := &exchange.Response{Status: 200, Head: []byte(head), Body: []byte(body), Request: []byte("GET / HTTP/1.1\r\n\r\n"),
		Begun: time.Now()}
	fmt.Sscanf(head, "HTTP/1.1 %d", &res.Status)
	if _, after, ok := strings.Cut(head, "Content-Type: "); ok {
		mime, _, _ := strings.Cut(after, "\r\n")
		res.Fields = []exchange.Field{{Name: []byte("Content-Type"), Value: []byte(mime)}}
	}
	return res
}

func (made) Release(*exchange.Response) {}

func (made) Addresses(context.Context, string) ([]netip.Addr, error) { return nil, nil }

// attempt runs a crawl of the made web on a file system that may fail.
func attempt(t testing.TB, sys vfs.FS, dir string, strategy frontier.Strategy) error {
	o := options(t, dir, "http://h0.example/0")
	o.FS, o.Transport, o.Strategy, o.ArchiveBytes = sys, made{25}, strategy, 12<<10
	o.Sync = time.Hour
	c, err := crawl.Open(o)
	if err != nil {
		return err
	}
	err = c.Run(context.Background())
	return errors.Join(err, c.Close())
}

// quiet is what a crawl that nothing disturbs has done.
func quiet(t testing.TB, strategy frontier.Strategy) []string {
	dir := filepath.Join(t.TempDir(), "crawl")
	if err := attempt(t, vfs.OS, dir, strategy); err != nil {
		t.Fatal(err)
	}
	list, outcomes := tried(t, dir)
	for i := range list {
		list[i] += " " + outcomes[i]
	}
	slices.Sort(list)
	return list
}

// same checks that a crawl that went on in the end has done what a quiet one has, each URL once.
func same(t *testing.T, dir string, want []string) {
	t.Helper()
	list, outcomes := tried(t, dir)
	for i := range list {
		list[i] += " " + outcomes[i]
	}
	slices.Sort(list)
	if !slices.Equal(list, want) {
		t.Fatalf("%d URLs are done, want %d: %s", len(list), len(want), firstDifference(list, want))
	}
	checkArchives(t, dir)
}

// TestFaults: whichever operation of a state file fails, the run says so, and the next one goes on with nothing lost and nothing
// twice.
func TestFaults(t *testing.T) {
	strategies := []frontier.Strategy{frontier.OPIC, frontier.BreadthFirst}
	if testing.Short() {
		strategies = strategies[:1] // the one with more in its journal
	}
	for _, strategy := range strategies {
		want := quiet(t, strategy)
		sparse := 10
		if testing.Short() {
			sparse = 3
		}
		fault.Each(t, 50, sparse, func(sys *fault.FS) error {
			dir := filepath.Join(t.TempDir(), "crawl")
			err := attempt(t, sys, dir, strategy)
			if again := attempt(t, vfs.OS, dir, strategy); again != nil {
				t.Fatalf("after %v the crawl does not go on: %v", err, again)
			}
			same(t, dir, want)
			return err
		})
	}
}

// TestDiskFull: a full disk ends the run; with room the next one goes on.
func TestDiskFull(t *testing.T) {
	want := quiet(t, frontier.BreadthFirst)
	for bytes := int64(10); bytes < 40_000; bytes += 3331 {
		dir := filepath.Join(t.TempDir(), "crawl")
		err := attempt(t, fault.DiskFull(vfs.OS, bytes), dir, frontier.BreadthFirst)
		if err != nil && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
		if err := attempt(t, vfs.OS, dir, frontier.BreadthFirst); err != nil {
			t.Fatal(err)
		}
		same(t, dir, want)
	}
}

// TestPowerFailure: whatever a power failure leaves of what was not synced, the crawl goes on.
func TestPowerFailure(t *testing.T) {
	want := quiet(t, frontier.BreadthFirst)
	seeds := uint64(40)
	if testing.Short() {
		seeds = 15
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 3))
		dir := filepath.Join(t.TempDir(), "crawl")
		for range 3 {
			sys := fault.Crashing(vfs.OS, seed)
			o := options(t, dir, "http://h0.example/0")
			o.FS, o.Transport, o.ArchiveBytes, o.Sync = sys, made{25}, 12<<10, time.Millisecond
			o.MaxPages = int64(1 + random.IntN(30))
			c, err := crawl.Open(o)
			if err != nil {
				t.Fatalf("%d: %v", seed, err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				time.Sleep(time.Duration(random.IntN(4000)) * time.Microsecond)
				if err := sys.Crash(); err != nil {
					t.Error(err)
				}
				cancel()
			}()
			c.Run(ctx)
			<-ctx.Done()
			c.Close()
		}
		if err := attempt(t, vfs.OS, dir, frontier.BreadthFirst); err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		same(t, dir, want)
	}
}

// crowded is the made web on a machine that has room for some exchanges only.
type crowded struct {
	made
	left *atomic.Int32
}

func (w crowded) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	if w.left.Add(-1) < 0 {
		return nil, &exchange.Error{Kind: exchange.Connect, Err: &net.OpError{Op: "dial", Err: syscall.EMFILE}}
	}
	return w.made.Do(ctx, req)
}

// TestTooManyFiles: that this machine lets no more files be open ends the run, and is not taken for an error of a server.
func TestTooManyFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://h0.example/0")
	o.Transport = crowded{made{25}, new(atomic.Int32)}
	o.Transport.(crowded).left.Store(11)
	c, err := crawl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background()), c.Close()); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("the run ended with %v", err)
	}
	o.Transport = made{25}
	run(t, o)
	list, outcomes := tried(t, dir)
	for i := range list {
		list[i] += " " + outcomes[i]
	}
	slices.Sort(list)
	if want := quiet(t, frontier.BreadthFirst); !slices.Equal(list, want) {
		t.Errorf("%d URLs, want %d: %s", len(list), len(want), firstDifference(list, want))
	}
}
