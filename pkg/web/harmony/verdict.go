package harmony

import "strconv"

// Verdict is what was found of a group.
type Verdict struct {
	Reason     Reason
	Neighbours int32 // pages of the host to which the group leads, other than its own
	Choices    int64 // harmonic combinations that were tried
}

// Reason says what a group is, and why.
type Reason uint8

// The reasons. The first two make the links navigation, those from Missing on leave them undecided.
const (
	_               Reason = iota
	NavigationFound        // a combination is a navigation graph
	OutsiderFound          // one is, without the page of the group, to which nothing of it leads
	NoNeighbour            // the group leads to no other page of the host
	NoHarmonicGroup        // a neighbour has no group that harmonises
	NoCombination          // no choice of such groups harmonises
	LinkStructure          // no such choice is a navigation graph
	Missing                // a neighbour was not crawled
	Budget                 // too many combinations
	Nodes                  // too much work without enough of them
	TooLarge               // the host is too large for the memory, or the page, or groups to compare their order
	Reasons                // how many there are
)

var reasons = [...]string{"", "graph", "graph-without-page", "no-neighbour", "no-harmonic-group", "no-combination",
	"link-structure", "missing", "budget", "nodes", "too-large"}

func (r Reason) String() string { return reasons[r] }

// Append appends the reason and the numbers that belong to it, as in "graph, neighbours 5, choices 1".
func (v Verdict) Append(dst []byte) []byte {
	dst = append(dst, v.Reason.String()...)
	switch v.Reason {
	case NavigationFound, OutsiderFound, LinkStructure, Budget, Nodes:
		dst = strconv.AppendInt(append(dst, ", neighbours "...), int64(v.Neighbours), 10)
		dst = strconv.AppendInt(append(dst, ", choices "...), v.Choices, 10)
	case NoHarmonicGroup, NoCombination, Missing:
		dst = strconv.AppendInt(append(dst, ", neighbours "...), int64(v.Neighbours), 10)
	}
	return dst
}
