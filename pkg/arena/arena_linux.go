package arena

import "golang.org/x/sys/unix"

const hugePage = 2 << 20

func reserve(n int) ([]byte, error) {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err == nil && n >= 2*hugePage {
		unix.Madvise(b, unix.MADV_HUGEPAGE) // refused where the kernel has none: then ordinary pages serve
	}
	return b, err
}

func release(b []byte) { unix.Munmap(b) }
