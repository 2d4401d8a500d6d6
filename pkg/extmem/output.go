package extmem

import "webmill/pkg/tuple"

// output collects records for a sink.
type output struct {
	dst   tuple.Sink
	width int
	buf   []int32
}

func newOutput(dst tuple.Sink, width int) *output {
	return &output{dst: dst, width: width, buf: make([]int32, 0, tuple.BlockBytes/4/width*width)}
}

// next returns the place of the next record.
func (o *output) next() ([]int32, error) {
	if len(o.buf) == cap(o.buf) {
		if err := o.flush(); err != nil {
			return nil, err
		}
	}
	n := len(o.buf)
	o.buf = o.buf[:n+o.width]
	return o.buf[n:], nil
}

func (o *output) flush() error {
	full := o.buf
	o.buf = o.buf[:0]
	if len(full) == 0 {
		return nil
	}
	return o.dst.WriteBlock(full)
}
