package sisters

import (
	"webmill/pkg/web/units"
	"webmill/pkg/work"
)

// Method is a measure.
type Method string

// The measures.
const (
	NTPC Method = "ntpc"
	Lev  Method = "lev"
)

// Kind says which pages are sisters.
type Kind string

// The kinds of sisters.
const (
	Links    Kind = "links"    // those that the page links to, and these, and so on, within a scope
	Dir      Kind = "dir"      // those of the network path, which is the URL up to its last slash
	Subtree  Kind = "subtree"  // those of the path and of the paths below
	Host     Kind = "host"     // those of the host
	Template Kind = "template" // those of the host that have the same outline
)

// Decide says what is needed of lev: each relevance, or only which units are relevant (units.Lev.Decide).
type Decide int

// What can be needed.
const (
	Relevances Decide = iota
	ForText
	ForHTML
)

// Options say what is computed.
type Options struct {
	units.Options
	Method Method
	Kind   Kind
	Within units.Scope // of Links
	Depth  int         // of Links: steps from the page
	Most   int         // sisters of a page, the first ones; 0: all
	Steps  int64       // of lev, for one page
	Decide Decide      // of lev: what is computed of the relevances
	Least  float64     // for Decide: a unit with this relevance or more is relevant
	Both   bool        // with Lev: compute ntpc too, page by page (Scored.ByWords)
	// Chosen says by what the caller says of a page whether it is scored; nil: all are. All are sisters.
	Chosen func(about []byte) bool
	work.Room
}
