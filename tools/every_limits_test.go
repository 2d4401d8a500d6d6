package tools_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Limits of the machine: memory, disk, descriptors, time.
var limitFaults = []fault{
	{"limits/threads", (*tool).hasThreads, threadsDoNotMatter},
	{"limits/descriptors", nil, fewDescriptors},
	{"limits/at the same time", nil, manyAtOnce},
	{"limits/file size", (*tool).writes, fileSize},
	{"limits/full disk", nil, fullDisk},
	{"limits/temporary folder", (*tool).hasMemory, noTempDir},
	{"limits/address space", isRoomy, addressSpace},
	{"limits/endless line", namesFiles, endlessLine},
	{"limits/memory", isHungry, memoryCeiling},
	{"limits/memory/killed", isHungry, largeKilled},
	{"limits/memory/full disk", isHungry, fullTempDir},
	{"limits/memory/no folder", isHungry, largeNoTempDir},
}

// mostMemory is the memory that a tool may use, in MiB: -S, 16 for the Go runtime, the program and small buffers, and 1 for each
// thread.
func mostMemory(size, threads int64) int64 { return size + 16 + threads }

// tooSmall is how a tool refuses an -S.
var tooSmall = regexp.MustCompile(`-S must be at least (\d+)M`)

// runInRoom runs a tool with an -S in MiB or, if it refuses that, with the least one that it names, which other faults use too.
func (p *place) runInRoom(size *int64, args []string, options ...option) result {
	p.Helper()
	for {
		*size = max(*size, p.tool.least)
		r := p.run(p.tool.args(append(args, "-S", fmt.Sprintf("%dM", *size))...), options...)
		named := tooSmall.FindSubmatch(r.stderr)
		if r.code != 2 || named == nil {
			return r
		}
		p.tool.least, _ = strconv.ParseInt(string(named[1]), 10, 64)
		if p.tool.least <= *size {
			p.Fatalf("%s: %s", r, r.stderr)
		}
	}
}

// smallS is the least -S that memoryCeiling has tried.
func (p *place) smallS() string {
	p.Helper()
	if p.tool.large == nil {
		p.Fatal("memoryCeiling has not run")
	}
	return fmt.Sprintf("%dM", max(leastRoom, p.tool.least))
}

const leastRoom = 4 // MiB of an -S, unless the tool refuses it

func isHungry(u *tool) bool {
	light := []string{few, fewNames, crawl, someCrawl, "map.t2", "scores.t2", "urls.txt"}
	return u.hasMemory() && u.readsInput() && !slices.Contains(light, u.operand())
}

// isRoomy: under -short the first use of a tool is enough.
func isRoomy(u *tool) bool { return u.hasMemory() && (u.first || !testing.Short()) }

func threadsDoNotMatter(p *place) {
	for _, j := range []string{"1", "2", "8", "64"} {
		r := p.run(p.tool.args("-j", j))
		p.writes(r, r.stdout)
	}
}

func fewDescriptors(p *place) {
	r := p.run(p.tool.args(), limited("ulimit -n 16"))
	p.writes(r, r.stdout)
}

func manyAtOnce(p *place) {
	var wait sync.WaitGroup
	var results [4]result
	var errs [4]error
	for i := range results {
		wait.Go(func() { results[i], errs[i] = p.tryRun(p.tool.args()) })
	}
	wait.Wait()
	p.must(errors.Join(errs[:]...))
	for _, r := range results {
		p.writes(r, r.stdout)
	}
}

// fileSize: the cheapest full disk is a limit of 1 KiB, which the shell counts in blocks of 512 bytes.
func fileSize(p *place) {
	p.write("out", old)
	r := p.run(p.tool.args("-o", "out"), limited("ulimit -f 2"))
	p.oldWhereFailed(r, "out", "file too large")
}

// oldWhereFailed checks that a tool that ran out of something either needed less than there was, or says so and leaves
// the old file.
func (p *place) oldWhereFailed(r result, name string, words ...string) {
	p.Helper()
	isNew := p.oldOrNew(r, name, old)
	switch {
	case r.code == 0 && isNew:
		p.succeeds(r)
	case isNew:
		p.Errorf("%s: exit code %d, but the file was replaced", r, r.code)
	default:
		p.fails(r, words...)
	}
}

// smallDisk mounts a small file system for one run, in a name space of its own, for which no root is needed. What is left
// of it is copied to the folder "after".
const smallDisk = `mkdir disk after && mount -t tmpfs -o size=256k,mode=777 disk disk || exit 99
echo "what was there before" >disk/out || exit 99
%s
"$@"; code=$?
cp disk/out after/out; rm -f disk/out disk/fill; ls -A disk >after/left; umount disk; rmdir disk; exit $code`

func (p *place) onSmallDisk(prepare string, args []string) result {
	p.Helper()
	p.needs("unshare", "-Urm", "sh", "-c", "mount -t tmpfs none /mnt")
	r := p.run(args, under("unshare", "-Urm", "sh", "-c", fmt.Sprintf(smallDisk, prepare), "sh"))
	if left := p.read("after/left"); len(left) > 0 {
		p.Errorf("%s: left on the full disk: %s", r, left)
	}
	p.names = append(p.names, "after")
	return r
}

// fullDisk: -o on a disk without a free byte.
func fullDisk(p *place) {
	if len(p.tool.want) == 0 {
		p.Skip("the tool writes nothing for the sample")
	}
	r := p.onSmallDisk("cat /dev/zero >disk/fill 2>/dev/null", p.tool.args("-o", "disk/out"))
	p.fails(r, "disk/out: ", "no space left on device")
	if p.oldOrNew(r, "after/out", old) {
		p.Errorf("%s: exit code %d, but the file was replaced", r, r.code)
	}
}

// addressSpace: with an -S that the address space does not hold a tool needs less, or says so and leaves the old file. That -S
// may be more than the machine has, of which the tool warns. The Go runtime takes some of the space for itself, and ends the tool
// where it gets none: then there is more.
func addressSpace(p *place) {
	spaces := []int{1 << 20, 2 << 20, 8 << 20} // KiB
	if testing.Short() {
		spaces = spaces[1:2]
	}
	args := []string{"-S", "64G", "-o", "out"}
	if p.tool.hasThreads() {
		args = append(args, "-j", "2")
	}
	args = p.tool.args(args...)
	for _, space := range spaces {
		p.write("out", old)
		var r result
		for ; ; space *= 2 {
			r = p.run(args, limited(fmt.Sprintf("ulimit -v %d", space)))
			if space >= 32<<20 || r.code == 0 || !bytes.Contains(r.stderr, []byte("fatal error: ")) {
				break
			}
		}
		r.stderr = tooLarge.ReplaceAll(r.stderr, nil)
		p.Logf("%s: %d MiB, code %d: %s", r, space>>10, r.code, r.stderr)
		p.oldWhereFailed(r, "out", "cannot reserve ", "MiB of memory")
	}
}

// tooLarge is how a tool warns of an -S.
var tooLarge = regexp.MustCompile(`^.* is more memory than the machine has.*\n`)

// noTempDir: a folder for temporary files that is not there is named before any input is waited for. The folder of the
// environment matters only to a tool that makes temporary files.
func noTempDir(p *place) {
	for _, dir := range []string{"missing", "links.t2"} {
		if p.tool.readsInput() {
			p.fails(p.run(p.tool.argsFor("-", "-T", dir), stdin(hang(p))), dir+": ")
		}
		if p.tool.writes() {
			p.write("out", old)
			p.oldWhereFailed(p.run(p.tool.args("-o", "out"), env("TMPDIR="+p.path(dir))), "out", dir+": ")
		}
	}
}

// memoryCeiling: with an input larger than -S a tool keeps to its memory, for any number of threads, and the result does not
// depend on -S and -j. Only as many threads work as have 4 MiB each: with 4M it is one, whatever -j says.
func memoryCeiling(p *place) {
	type room struct{ size, threads int64 }
	rooms := []room{{leastRoom, 64}, {512, 2}}
	if p.tool.first || !testing.Short() {
		rooms = append(rooms, room{16, 8})
	}
	if !testing.Short() {
		rooms = append(rooms, room{leastRoom, 1}, room{512, 64})
	}
	big := largePlace(p)
	for _, room := range rooms {
		args := []string{"-stats", "stats.json", "-o", "out"}
		if p.tool.hasThreads() {
			args = append(args, "-j", fmt.Sprint(room.threads))
		}
		r := big.runInRoom(&room.size, args)
		big.succeeds(r, "out", "stats.json")
		var stats struct {
			Peak int64 `json:"peak_memory"`
		}
		p.must(json.Unmarshal(big.read("stats.json"), &stats))
		if most := mostMemory(room.size, min(room.threads, room.size/4)); stats.Peak>>20 > most {
			p.Errorf("%s: used %d MiB, more than %d", r, stats.Peak>>20, most)
		}
		p.Logf("%s: %d MiB, %v", r, stats.Peak>>20, r.took)
		switch sum := checksum(big, "out"); {
		case p.tool.large == nil:
			p.tool.large = &largeRun{r.took, sum}
		case sum != p.tool.large.sum:
			p.Errorf("%s: the result differs from that with -S %s", r, p.smallS())
		}
	}
}

// namesFiles: a use with files besides its sample, but not under -short.
func namesFiles(u *tool) bool { return u.hasMemory() && len(u.line) > 1 && !testing.Short() }

// endlessLine: whatever file a flag or a further operand names, a line of 256 MiB in it takes no more memory than is allowed.
func endlessLine(p *place) {
	p.needs("/usr/bin/time", "-f", "%M", "true") // the system counts the memory of who begins a process as that of the process
	size := int64(16)
	for i, word := range p.tool.line {
		info, err := os.Stat(p.path(word))
		if err != nil || !info.Mode().IsRegular() || !slices.Contains(p.names, word) {
			continue
		}
		endless := "endless" + filepath.Ext(word)
		p.write(endless, nil)
		f := p.open(endless, os.O_WRONLY)
		for range 256 {
			_, err := f.Write(bytes.Repeat([]byte("x"), 1<<20))
			p.must(err)
		}
		use := *p.tool
		use.line = slices.Clone(use.line)
		use.line[i] = endless
		q := *p
		q.tool = &use
		r := q.runInRoom(&size, []string{"-o", "out"}, under("/usr/bin/time", "-q", "-f", "%M", "-o", "peak"))
		peak, err := strconv.ParseInt(strings.TrimSpace(string(p.read("peak"))), 10, 64)
		p.must(err)
		if most := mostMemory(size, 2); peak>>10 > most {
			p.Errorf("%s: used %d MiB, more than %d", r, peak>>10, most)
		}
		if r.code > 3 {
			p.Errorf("%s: exit code %d, stderr %q", r, r.code, r.stderr)
		}
		p.Logf("%s: %d MiB, exit code %d, %s", r, peak>>10, r.code, r.stderr)
		p.must(os.Remove(p.path(endless)))
	}
}

// largeRun is an undisturbed run on the large sample with the least -S.
type largeRun struct {
	took time.Duration
	sum  string // of its result
}

// largeKilled: killed in the middle of its work on disk, a tool leaves nothing there.
func largeKilled(p *place) {
	big := largePlace(p)
	args := []string{"-S", p.smallS(), "-o", "out"}
	if p.tool.hasThreads() {
		args = append(args, "-j", "1")
	}
	args = p.tool.args(args...)
	random := randomly(p)
	for range max(1, *rounds/12) {
		big.write("out", old)
		r := big.runAndKill(args, syscall.SIGKILL, between(random, p.tool.large.took))
		if info, err := os.Stat(big.path("out")); err != nil ||
			info.Size() != int64(len(old)) && checksum(big, "out") != p.tool.large.sum {
			p.Fatalf("%s: exit code %d, killed after %v: left neither the old content nor that of the first run: %v", r, r.code,
				r.took, err)
		}
		removeHidden(big)
		big.clean()
	}
}

func removeHidden(p *place) {
	hidden, err := filepath.Glob(p.path(".webmill*"))
	p.must(err)
	for _, h := range hidden {
		p.must(os.Remove(h))
	}
}

// fullTempDir: 256 KiB for the temporary files of 20 MiB of input.
func fullTempDir(p *place) {
	big := largePlace(p)
	r := big.onSmallDisk("", p.tool.args("-S", p.smallS(), "-T", "disk", "-o", "out"))
	if r.code == 0 {
		big.succeeds(r, "out")
		return
	}
	big.fails(r, "disk", "no space left on device")
}

// largeNoTempDir: who will need temporary files and has no place for them says so.
func largeNoTempDir(p *place) {
	big := largePlace(p)
	r := big.run(p.tool.args("-S", p.smallS(), "-o", "out"), env("TMPDIR="+big.path("missing")))
	if r.code == 0 {
		big.succeeds(r, "out")
		return
	}
	big.fails(r, "missing: ", "no such file or directory")
}
