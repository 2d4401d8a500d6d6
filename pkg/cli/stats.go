package cli

import (
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"time"
)

// Stats collects what -stats writes. A tool adds its own figures by Set or Add.
type Stats struct {
	own   map[string]any
	began time.Time
	mu    sync.Mutex // of ins
	ins   []interface{ Done() int64 }
	outs  []interface{ Count() int64 }
}

// Set adds a figure of the tool.
func (s *Stats) Set(key string, value any) { s.Add(Figures{key: value}) }

// Figures are figures by name.
type Figures map[string]any

// Add adds several figures.
func (s *Stats) Add(figures Figures) {
	if s.own == nil {
		s.own = Figures{}
	}
	maps.Copy(s.own, figures)
}

// read counts an input.
func (s *Stats) read(in interface{ Done() int64 }) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ins = append(s.ins, in)
}

type recordCounter interface{ Records() int64 }

// figures is the JSON object: the tool's own figures and those that all tools have.
func (s *Stats) figures(env *Env) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	var rowsIn, rowsOut, bytesIn, bytesOut int64
	for _, in := range s.ins {
		bytesIn += in.Done()
		if r, ok := in.(recordCounter); ok {
			rowsIn += r.Records()
		}
	}
	for _, out := range s.outs {
		bytesOut += out.Count()
		if r, ok := out.(recordCounter); ok {
			rowsOut += r.Records()
		}
	}
	all := map[string]any{
		"tool": env.tool, "version": Version, "began": s.began.UTC().Format(time.RFC3339), "rows_in": rowsIn, "rows_out": rowsOut,
		"bytes_in": bytesIn, "bytes_out": bytesOut,
		"seconds": time.Since(s.began).Seconds(), "peak_memory": peakMemory(),
	}
	if lines := env.missing(); lines != nil {
		all["incomplete"] = env.tool + ": " + strings.Join(lines, "; ")
	}
	for k, v := range s.own {
		all[k] = v
	}
	return all
}

// write finishes the other outputs, because their lengths are among the figures, and adds a last one, which becomes visible with
// them.
func (s *Stats) write(env *Env, name string) error {
	if name == "" {
		return nil
	}
	for _, o := range env.outputs.open {
		if err := o.Finish(); err != nil {
			return err
		}
	}
	text, err := json.Marshal(s.figures(env))
	if err != nil {
		return err
	}
	out, err := env.createAside(name)
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}
