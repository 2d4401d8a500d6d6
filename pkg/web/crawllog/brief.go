package crawllog

// Brief has the fields of an entry that figures of a crawl need; Entry says what they are. It is read much faster than an Entry,
// and without memory of its own: its texts are parts of the line, in the form of JSON. Text takes the escapes of JSON off.
type Brief struct {
	Time                          int64 // when the exchange began, in ms since 1970
	Kind, URL, Outcome, Copy, Why []byte
	Bytes, Millis, Depth, New     int64
	Stored                        bool // it has records (Entry.Archive)
	Done                          bool // the URL is done with this try (Entry.Found)
}

// Parse reads the line of an entry, without its line end.
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
