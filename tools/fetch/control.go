package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
)

// control reads the file of -control again while a crawl is at work, and does what changes there (Nitsche 2003, figure 5-2).
type control struct {
	o     *options
	env   *cli.Env
	crawl *crawl.Crawl
	done  map[string]string // the last value of each name
	text  []byte            // what was read last
	taken []byte            // what was obeyed last
	ended chan struct{}     // closed when the run has ended
	left  chan struct{}     // closed when nothing is read any more
}

// mostBad is how many bad lines of the file are said one by one.
const mostBad = 5

// maxControl bounds the file: it has a few short lines.
const maxControl = 4 << 10

// controlled begins to obey the file. What it says now holds from the beginning.
func (o *options) controlled(env *cli.Env, c *crawl.Crawl) (*control, error) {
	k := &control{o: o, env: env, crawl: c, done: map[string]string{}, ended: make(chan struct{}), left: make(chan struct{})}
	text, err := k.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		env.Warnf("%s: is not there yet: it is read as soon as it appears", o.control)
	case err != nil:
		return nil, err
	}
	k.text = text
	k.obey()
	go k.watch()
	return k, nil
}

// notPipe refuses a pipe, which would be waited for.
func notPipe(fsys vfs.FS, name string) error {
	if info, err := fsys.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return fmt.Errorf("%s: is a pipe: -control needs a file, which it reads again when it changes", name)
	}
	return nil
}

// read reads the file.
func (k *control) read() ([]byte, error) {
	if err := notPipe(k.env.FS, k.o.control); err != nil {
		return nil, err
	}
	f, err := k.env.FS.Open(k.o.control)
	if err != nil {
		return nil, vfs.Named(k.o.control, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxControl+1))
	if err == nil && len(text) > maxControl {
		err = fmt.Errorf("is longer than %d bytes", maxControl)
	}
	return text, vfs.Named(k.o.control, err)
}

// watch obeys the file when it has changed, and has not changed again a moment later: then its writer has done.
func (k *control) watch() {
	defer close(k.left)
	tick := time.NewTicker(moment)
	defer tick.Stop()
	for {
		select {
		case <-k.ended:
			return
		case <-tick.C:
		}
		text, err := k.read()
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				k.env.Warnf("%v: nothing is changed", err)
			}
			continue
		}
		quiet := bytes.Equal(text, k.text)
		if k.text = text; quiet && !bytes.Equal(text, k.taken) {
			k.obey()
		}
	}
}

// stopLine ends the run.
const stopLine = "stop"

// asked is a line that can be obeyed.
type asked struct {
	name, value string
	change      func() error
}

// obey does what has changed in the file.
func (k *control) obey() {
	k.taken = k.text
	for _, a := range k.lines() {
		if before, ok := k.done[a.name]; ok && before == a.value {
			continue
		}
		if a.change() != nil {
			return // the run has ended
		}
		k.done[a.name] = a.value
		k.env.Sayf("%s: %s", k.o.control, strings.TrimSpace(a.name+" "+a.value))
	}
}

// lines are the lines of the file that can be obeyed, of several with the same name the last one. The others are said.
func (k *control) lines() (list []asked) {
	var bad int64
	for number, line := range strings.Split(string(k.text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		a := asked{name: fields[0], value: strings.Join(fields[1:], " ")}
		var err error
		if a.change, err = k.change(a.name, a.value); err == nil {
			list = append(slices.DeleteFunc(list, func(b asked) bool { return b.name == a.name }), a)
		} else if bad++; bad <= mostBad {
			k.env.Warnf("%s: line %d %v: it changes nothing", k.o.control, number+1, err)
		}
	}
	if bad > mostBad {
		k.env.Warnf("%s: %s nothing", k.o.control, tuple.Counted(bad-mostBad, "further line changes", "further lines change"))
	}
	return list
}

// change is what a line asks for.
func (k *control) change(name, value string) (func() error, error) {
	n, err := strconv.ParseFloat(value, 64)
	number := err == nil && n >= 0 && n <= mostControl
	replay, c := k.o.replay != "", k.crawl
	switch {
	case name == stopLine && value == "":
		return c.Stop, nil
	case name == stopLine:
		return nil, errors.New("has more words than stop")
	case name != "connections" && name != "threads" && name != "delay" && name != "max-rate":
		return nil, fmt.Errorf("says %.40q, not connections, threads, delay, max-rate or stop", name)
	case !number:
		return nil, fmt.Errorf("has no number behind %s, from 0 to %d", name, int(mostControl))
	case name == "max-rate":
		return func() error { return c.SetRate(n) }, nil
	case replay:
		return nil, fmt.Errorf("has no effect with -replay: %s", name)
	case name == "connections" && (n < 1 || n != math.Trunc(n) || n > float64(k.o.plan.Connections)):
		return nil, fmt.Errorf("says %s connections: this run can have 1 to %d; for more, begin with a greater -connections or -S",
			value, k.o.plan.Connections)
	case name == "connections":
		return func() error { return c.SetConnections(int(n)) }, nil
	case name == "threads" && (n < 1 || n != math.Trunc(n) || n > float64(k.o.plan.Readers)):
		return nil, fmt.Errorf("says %s threads: this run can have 1 to %d; for more, begin with a greater -j or -S",
			value, k.o.plan.Readers)
	case name == "threads":
		return func() error { return c.SetReaders(int(n)) }, nil
	case k.o.delay == 0:
		return nil, errors.New("sets a delay, but the run began with -delay 0, which asks a host by several connections")
	}
	return func() error { return c.SetDelay(seconds(n)) }, nil
}

// mostControl bounds numbers: a day has fewer seconds.
const mostControl = 100_000

// end ends with the run, and notes whether a line has ended it.
func (k *control) end() {
	close(k.ended)
	<-k.left
	_, k.o.stopped = k.done[stopLine]
}
