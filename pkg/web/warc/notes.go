package warc

import "errors"

// Reason is why something was passed over.
type Reason uint8

// The reasons.
const (
	none      Reason = iota
	CutOff           // the record or its member ends before it should
	Damaged          // the member does not decode, or its checksum is wrong
	TooLarge         // the block is larger than Options.MaxRecord
	BadHead          // the head of the record is too long, has too many fields, or cannot be read
	BadLength        // the length of the block is missing, no number, or wrong
	TooWide          // the window of a zstd frame is larger than the memory for it, or than 128 MiB
	Garbage          // bytes between records, or between members, that are neither
	reasons

	// Loose is no reason to skip: the record does not end as it should, but was read.
	Loose
	// Short is no reason to skip: the stated length is too short, but the next record shows where this one ends.
	Short
)

var reasonNames = [...]string{
	CutOff: "cut off", Damaged: "damaged", TooLarge: "larger than the limit", BadHead: "unreadable head",
	BadLength: "wrong or missing length", TooWide: "zstd window larger than the limit", Garbage: "bytes that are no record",
	Loose: "not ended by two empty lines", Short: "longer than its stated length",
}

func (r Reason) String() string { return reasonNames[r] }

// Skips counts what was passed over, by reason.
type Skips [reasons]int64

// Each calls f for the reasons that occurred.
func (s *Skips) Each(f func(why Reason, n int64)) {
	for r, n := range s {
		if n > 0 {
			f(Reason(r), n)
		}
	}
}

// Total is how often something was passed over.
func (s *Skips) Total() (n int64) {
	for _, k := range s {
		n += k
	}
	return n
}

// Note is one thing that was passed over, or odd.
type Note struct {
	Offset, Inner int64 // of the record or the member, as in Record
	Why           Reason
	Bytes         int64 // that were passed over to find the next record, of the decoded text
	Before        int64 // number of records of the section before the note
}

// Notes are what a section passed over.
type Notes struct {
	Skips     Skips
	Passed    int64  // bytes skipped to find the next record
	Recovered int64  // records that were read whole although their stated length is too short
	List      []Note // all notes, if Options.Notes is set

	keep  bool
	found int64 // records of the section so far
	first Note

	sought Note // the note, without its bytes, that the record of At would get if it is too large
	met    bool // whether that note was added
}

const mostNotes = 4 << 10 // a section ends with this note, if notes are kept

// errMany ends a section that has mostNotes notes.
var errMany = errors.New("very many notes")

func (n *Notes) add(note Note) {
	if note.Why < reasons {
		n.Skips[note.Why]++
		if n.first.Why == none {
			n.first = note
		}
	}
	n.met = n.met || note.Why == n.sought.Why && note.Offset == n.sought.Offset && note.Inner == n.sought.Inner
	n.Passed += note.Bytes
	note.Before = n.found
	if n.keep {
		n.List = append(n.List, note)
	}
}
