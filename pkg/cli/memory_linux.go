package cli

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// PhysicalMemory is the memory of the machine in bytes, or what the container of the process may take of it.
func PhysicalMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 4 << 30
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	return min(int64(info.Totalram)*int64(info.Unit), groupMemory(string(groups), "/sys/fs/cgroup"))
}

// groupMemory is the least limit of the control groups of a process and of the groups that these are in. A line of groups is
// "4:memory:/a/b", or "0::/a/b" with version 2. In a container the path may be one outside of it; the limit is at the top then.
func groupMemory(groups, root string) int64 {
	least := int64(math.MaxInt64)
	for line := range strings.Lines(groups) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		top, file := root, "memory.max"
		if slices.Contains(strings.Split(part[1], ","), "memory") {
			top, file = filepath.Join(root, "memory"), "memory.limit_in_bytes"
		} else if part[1] != "" {
			continue
		}
		for dir := filepath.Join("/", part[2]); ; dir = filepath.Dir(dir) {
			text, err := os.ReadFile(filepath.Join(top, dir, file))
			limit, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // "max" is no limit
			if err == nil && bad == nil && limit > 0 {
				least = min(least, limit)
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}

// peakMemory is the largest resident size of the process so far, in bytes. It is not taken from getrusage, because what
// that says includes the size of the parent at the time it started this process.
func peakMemory() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, line, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kB int64
	fmt.Sscan(string(line), &kB)
	return kB << 10
}
