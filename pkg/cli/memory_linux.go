package cli

import "golang.org/x/sys/unix"

// physicalMemory is the memory of the machine in bytes.
func physicalMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 4 << 30
	}
	return int64(info.Totalram) * int64(info.Unit)
}
