package crawllog

// Brief is what the figures of a crawl need of an entry. It is read much faster than an Entry and without memory of its own: its
// texts are parts of the line as they stand there. Text brings them into their usual form.
type Brief struct {
	Time                          int64 // when the exchange began, in ms since 1970
	Kind, URL, Outcome, Copy, Why []byte
	Bytes, Millis, Depth, New     int64
	Stored                        bool // there are records of it: Archive is there
	Done                          bool // with this try: Found is there
}

// Parse reads the line of an entry, without its end.
func (b *Brief) Parse(line []byte) (err error) {
	*b = Brief{}
	b.Time, err = parse(line, b.set)
	return err
}

func (b *Brief) set(key, text []byte, number int64) {
	switch string(key) {
	case "kind":
		b.Kind = text
	case "url":
		b.URL = text
	case "outcome":
		b.Outcome = text
	case "copy":
		b.Copy = text
	case "why":
		b.Why = text
	case "bytes":
		b.Bytes = number
	case "ms":
		b.Millis = number
	case "depth":
		b.Depth = number
	case "new":
		b.New = number
	case "archive":
		b.Stored = true
	case "found":
		b.Done = number > 0
	}
}
