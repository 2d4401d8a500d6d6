package par

import (
	"errors"
	"io"
	"sync/atomic"
	"testing"
)

// What is filled is read, in order, by blocks of any size, whichever side is faster; an error comes behind what was
// filled before.
func TestPipe(t *testing.T) {
	wrong := errors.New("wrong")
	for _, end := range []error{io.EOF, wrong} {
		for blocks := 1; blocks < 5; blocks++ {
			p, next := NewPipe[int](blocks, 10), 0
			go func() {
				p.End(Guard(func() error {
					return p.Fill(func(b []int) (int, error) {
						if next == 1000 {
							return 0, end
						}
						n := next % (len(b) + 1) // also 0
						if n == 0 {
							n = 1
						}
						n = min(n, 1000-next)
						for i := range b[:n] {
							b[i] = next + i
						}
						next += n
						return n, nil
					})
				}))
			}()
			seen := 0
			for {
				b, err := p.Next()
				if err != nil {
					if err != end || seen != 1000 {
						t.Errorf("%d blocks: %v after %d", blocks, err, seen)
					}
					if _, again := p.Next(); again != end {
						t.Errorf("again: %v", again)
					}
					break
				}
				for _, v := range b {
					if v != seen {
						t.Fatalf("%d, want %d", v, seen)
					}
					seen++
				}
			}
		}
	}
}

// A reader that leaves ends the writer, with the reason that it gave; a panic of the writer reaches the reader.
func TestPipeLeave(t *testing.T) {
	wrong := errors.New("wrong")
	for _, left := range []error{nil, wrong} {
		p, got := NewPipe[byte](2, 4), make(chan error, 1)
		go func() {
			err := p.Fill(func(b []byte) (int, error) { return len(b), nil })
			p.End(err)
			got <- err
		}()
		if _, err := p.Next(); err != nil {
			t.Fatal(err)
		}
		p.Leave(left)
		p.Wait()
		if err := <-got; left != nil && err != left || left == nil && err != io.ErrClosedPipe {
			t.Errorf("the writer ended with %v", err)
		}
	}
	p := NewPipe[byte](1, 1)
	go func() { p.End(Guard(func() error { panic("oh") })) }()
	var panicked *Panic
	if _, err := p.Next(); !errors.As(err, &panicked) {
		t.Errorf("a panic: %v", err)
	}
}

// What is written in blocks of any size is read in blocks of any size; several readers together get all of it.
func TestPipeBlocks(t *testing.T) {
	p := NewPipe[int](3, 10)
	go func() {
		next := 0
		p.End(Guard(func() error {
			for n := 0; next < 1000; n = (n + 7) % 23 {
				block := make([]int, min(n, 1000-next))
				for i := range block {
					block[i], next = next, next+1
				}
				if err := p.WriteBlock(block); err != nil {
					return err
				}
			}
			return nil
		}))
	}()
	seen, dst := 0, make([]int, 7)
	for {
		n, err := p.ReadBlock(dst)
		if err == io.EOF {
			break
		}
		for _, v := range dst[:n] {
			if v != seen {
				t.Fatalf("%d, want %d", v, seen)
			}
			seen++
		}
	}
	if seen != 1000 {
		t.Errorf("%d of 1000", seen)
	}

	var left, sum atomic.Int64
	left.Store(1000)
	q := ReadAhead(4, 10, func(b []int) (int, error) {
		i := left.Add(-1)
		if i < 0 {
			return 0, io.EOF
		}
		b[0] = int(i)
		return 1, nil
	})
	err := Do(3, func(int) error {
		for {
			b, err := q.Take()
			if err != nil {
				return err
			}
			sum.Add(int64(b[0]))
			q.Return(b)
		}
	})
	if err != io.EOF || sum.Load() != 999*1000/2 {
		t.Errorf("%v after a sum of %d", err, sum.Load())
	}
	q.Close()
	q.Leave(io.ErrUnexpectedEOF) // no more than once
}
