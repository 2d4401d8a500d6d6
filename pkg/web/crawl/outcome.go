package crawl

import "webmill/pkg/web/exchange"

// triedAgain reports whether a URL with this status is tried again: the status may be another one later.
func triedAgain(status int) bool {
	return status == 429 || status >= 500 && status != 501 && status != 505
}

// kindTriedAgain reports whether a URL with an error of this kind is tried again: the error may pass.
func kindTriedAgain(k exchange.Kind) bool {
	switch k {
	case exchange.DNS, exchange.Connect, exchange.Timeout, exchange.Reset:
		return true
	}
	return false
}

// kindUnasked reports whether an error of this kind keeps the client from asking the server at all.
func kindUnasked(k exchange.Kind) bool { return k == exchange.Refused || k == exchange.NoContact }

// End is why a run ended. The zero value is that of a run that has not ended.
type End uint8

// The limits come last: the run ended as it was asked for.
const (
	_           End = iota
	NothingLeft     // to fetch
	Stopped         // by Options.Stop
	Failed          // by an error
	EndPages        // the limits of Options
	EndBytes
	EndTime
	EndPerHost
)

// String is the word of the log; a limit has that of the flag of fetch that sets it.
func (e End) String() string {
	return [...]string{NothingLeft: "nothing is left to fetch", Stopped: "stopped", Failed: "error", EndPages: "-max-pages",
		EndBytes: "-max-bytes", EndTime: "-max-time", EndPerHost: "-max-pages-per-host"}[e]
}

// IsLimit reports whether the run met a limit.
func (e End) IsLimit() bool { return e >= EndPages }
