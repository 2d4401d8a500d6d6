//go:build !linux

package cli

import "runtime"

// PhysicalMemory is a careful guess where the system does not tell.
func PhysicalMemory() int64 { return 4 << 30 }

// peakMemory is what the runtime has taken from the system, which it seldom gives back.
func peakMemory() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
