package cli

import (
	"encoding/json"
	"time"

	"webmill/pkg/stream"
)

// Stats collects what -stats writes. A tool adds its own figures by Set.
type Stats struct {
	own   map[string]any
	began time.Time
	ins   []interface{ Done() int64 }
	outs  []interface{ Count() int64 }
}

// Set adds a figure of the tool.
func (s *Stats) Set(key string, value any) {
	if s.own == nil {
		s.own = map[string]any{}
	}
	s.own[key] = value
}

type recordCounter interface{ Records() int64 }

// figures is the JSON object: the tool's own figures and those that all tools have.
func (s *Stats) figures(env *Env) map[string]any {
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
		"tool": env.name, "rows_in": rowsIn, "rows_out": rowsOut, "bytes_in": bytesIn, "bytes_out": bytesOut,
		"seconds": time.Since(s.began).Seconds(), "peak_memory": peakMemory(),
	}
	for k, v := range s.own {
		all[k] = v
	}
	return all
}

func (s *Stats) write(env *Env, name string) error {
	if name == "" {
		return nil
	}
	text, err := json.Marshal(s.figures(env))
	if err != nil {
		return err
	}
	out, err := stream.CreateBytes(env.FS, name, env.Stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	if _, err := out.Write(append(text, '\n')); err != nil {
		return err
	}
	return out.Commit()
}
