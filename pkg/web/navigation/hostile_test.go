package navigation

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// made makes a line of linkgroups.
func made(dst []byte, source, target string, group, place int) []byte {
	position := madeLinks.Add(1) // positions rise on a page
	if group == 0 {
		return fmt.Appendf(dst[:0], "http://s.test/%s\thttp://s.test/%s\t%d\t\t\t\t%016x\t", source, target, position, place)
	}
	return fmt.Appendf(dst[:0], "http://s.test/%s\thttp://s.test/%s\t%d\t%d\t1\t%016x\t%016x\t", source, target, position, group,
		place, place)
}

var madeLinks atomic.Int32

// hostile are sites that are made to cost time or memory, and what must be counted.
var hostile = map[string]struct {
	write func(put func(source, target string, group, place int))
	check func(s *Stats) bool
}{
	"a page with very many links": {func(put func(string, string, int, int)) {
		for i := range 100_000 {
			put("a", fmt.Sprint(i%1000), 1+i/50_000, 1)
		}
		put("1", "a", 1, 1)
		put("1", "2", 1, 1)
	}, func(s *Stats) bool { return s.LongPages == 1 && s.Links == 100_002 }},
	"menus of ten thousand entries": {func(put func(string, string, int, int)) {
		for p := range 12 {
			for i := range 10_000 {
				if i%100 != p { // all differ
					put(fmt.Sprint(p), fmt.Sprint(i), 1, 1)
				}
			}
		}
	}, func(s *Stats) bool { return s.Labels[Navigation] == s.Links && s.Compared > 0 }},
	"menus of all pages but the own": {func(put func(string, string, int, int)) {
		for p := range 60 {
			for i := range 60 {
				if i != p {
					put(fmt.Sprint(p), fmt.Sprint(i), 1, 1)
				}
			}
		}
	}, func(s *Stats) bool { return s.Labels[Navigation] == s.Links && s.Compared > 1000 }},
	"long groups of a few targets on many pages": {func(put func(string, string, int, int)) {
		random := rand.New(rand.NewPCG(1, 2))
		for p := range 10 {
			for range 2000 {
				put(fmt.Sprint(p), fmt.Sprint(random.IntN(10)), 1, 1)
			}
		}
	}, func(s *Stats) bool { return s.TooLarge > 0 }},
	"very many groups at one place": {func(put func(string, string, int, int)) {
		for p := range 2 {
			for i := range 6000 {
				put(fmt.Sprint(p), fmt.Sprint(1-p), 1+i, 1)
				put(fmt.Sprint(p), fmt.Sprint("x", p, i), 1+i, 1)
			}
		}
	}, func(s *Stats) bool { return s.Beyond > 0 && s.Labels[Content] == s.Links }},
	"one target again and again": {func(put func(string, string, int, int)) {
		for p := range 2 {
			for i := range 5000 {
				put(fmt.Sprint(p), fmt.Sprint(i*i%(2+p)), 1, 1)
			}
		}
	}, func(s *Stats) bool { return s.TooLarge > 0 }},
	"very many places": {func(put func(string, string, int, int)) {
		for p := range 10 {
			for i := range 10_000 {
				put(fmt.Sprint(p), fmt.Sprint(i), 0, 1+i)
			}
		}
	}, func(s *Stats) bool { return s.Places == 10_000 && s.Labels[Navigation] == s.Links }},
	"no page": {func(func(string, string, int, int)) {}, func(s *Stats) bool { return s.Links == 0 }},
}

// TestHostile: such sites take little time and memory.
func TestHostile(t *testing.T) {
	for name, c := range hostile {
		opt := both
		opt.Room = work.Room{Memory: 16 << 20, Threads: 2, FS: vfs.OS, TempDir: t.TempDir()}
		job, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		var line []byte
		c.write(func(source, target string, group, place int) {
			line = made(line, source, target, group, place)
			if err := job.Add(line); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		})
		if err := job.Each(func(*Link) error { return nil }); err != nil || !c.check(&job.Stats) {
			t.Errorf("%s: %+v, %v", name, job.Stats, err)
		}
		job.Close()
	}
}

// TestHostileThesis: the same for the method of the thesis, with memory for all, and without.
func TestHostileThesis(t *testing.T) {
	for name, c := range hostile {
		for _, memory := range []int64{16 << 20, 256 << 20} {
			if testing.Short() && memory > 16<<20 {
				continue
			}
			began := time.Now()
			opt := Options{Thesis: &standard, Room: work.Room{Memory: memory, Threads: 2, FS: vfs.OS, TempDir: t.TempDir()}}
			job, err := New(opt)
			if err != nil {
				t.Fatal(err)
			}
			var line []byte
			c.write(func(source, target string, group, place int) {
				line = made(line, source, target, group, place)
				if err := job.Add(line); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			})
			links := int64(0)
			if err := job.Each(func(*Link) error { links++; return nil }); err != nil || links != job.Stats.Links {
				t.Errorf("%s: %d links, %+v, %v", name, links, job.Stats, err)
			}
			t.Logf("%s: %v, groups %v, %+v", name, time.Since(began), job.Stats.Reasons, job.Stats.Search)
			job.Close()
		}
	}
}

// TestFaults fails every operation with temporary files: the error must come back, and Close must leave no file open.
func TestFaults(t *testing.T) {
	t.Run("rules", func(t *testing.T) { faults(t, both) })
	t.Run("thesis", func(t *testing.T) { faults(t, Options{Thesis: &standard}) })
}

func faults(t *testing.T, opt Options) {
	fault.Each(t, 5, 7, func(sys *fault.FS) error {
		opt := opt
		opt.Room = work.Room{Memory: 64 << 10, Threads: 1, FS: sys, TempDir: t.TempDir()}
		job, err := New(opt)
		if err != nil {
			return err
		}
		defer job.Close()
		var line []byte
		for p := range 100 {
			for i := range 20 {
				line = made(line, fmt.Sprint(p), fmt.Sprint(i), 1+i/10, 1+i/10)
				if err := job.Add(line); err != nil {
					return err
				}
			}
			from, to := fmt.Sprint("http://t.test/", p), fmt.Sprint("http://s.test/", p)
			if err := job.Add([]byte(leads(from, to))); err != nil {
				return err
			}
		}
		return job.Each(func(l *Link) error {
			if opt.Thesis == nil && !l.leadsOn && !l.Label.Menu() {
				t.Errorf("%s > %s is %s", l.Source, l.Target, l.Label)
			}
			return nil
		})
	})
}

// FuzzAdd: any lines are labelled or refused.
func FuzzAdd(f *testing.F) {
	f.Add([]byte(made(nil, "a", "b", 1, 1)))
	f.Add([]byte("http://a.test/\t\t\t\t\t\t\t\nhttp://a.test/\tb\t1\t1\t1\t0000000000000001\t0000000000000001\t\n"))
	f.Add([]byte(leads("http://a.test/", "b") + "http://a.test/\tb\t1\t1\t1\t0000000000000001\t0000000000000001\t\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		fuzzAdd(t, text, both)
		fuzzAdd(t, text, Options{Thesis: &standard})
	})
}

func fuzzAdd(t *testing.T, text []byte, opt Options) {
	opt.Room = work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS, TempDir: t.TempDir()}
	job, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	links := int64(0)
	for line := range strings.Lines(string(text)) {
		if job.Add([]byte(line)) == nil && strings.Split(line, "\t")[1] != "" {
			links++
		}
	}
	if err := job.Each(func(l *Link) error {
		if l.Target != nil {
			links--
		}
		return nil
	}); err != nil || links != 0 {
		t.Fatalf("%d links too few, %v", links, err)
	}
}

// TestAgain: a page that comes again is a page of its own, also right behind itself, and is counted.
func TestAgain(t *testing.T) {
	line := func(source string, position int) []byte {
		return fmt.Appendf(nil, "http://s.test/%s\thttp://s.test/%d\t%d\t1\t1\t%016x\t%016x\t", source, position, position, 1, 1)
	}
	for _, opt := range []Options{{Place: true}, {Mutual: true}, {Thesis: &standard}} {
		opt.Room = room()
		job, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range [][]byte{line("a", 1), line("a", 2), line("a", 1), line("a", 2), line("b", 1), line("a", 1)} {
			if err := job.Add(l); err != nil {
				t.Fatal(err)
			}
		}
		links := 0
		if err := job.Each(func(*Link) error { links++; return nil }); err != nil {
			t.Fatal(err)
		}
		if s := &job.Stats; links != 6 || s.Pages != 4 || s.Again != 2 || s.Hosts != 1 {
			t.Errorf("%d links, %+v", links, s)
		}
		job.Close()
	}
}
