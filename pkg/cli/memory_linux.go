package cli

import (
	"bytes"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// PhysicalMemory is the memory of the machine in bytes.
func PhysicalMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 4 << 30
	}
	return int64(info.Totalram) * int64(info.Unit)
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
