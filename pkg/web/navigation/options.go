package navigation

import (
	"math"

	"webmill/pkg/web/harmony"
	"webmill/pkg/work"
)

// Label says what a link is.
type Label uint8

// The labels, in the order in which the links between two pages decide: the pages are linked by content if one link is.
const (
	Content Label = iota
	Undecided
	Outsider
	Navigation
	labels
)

var labelNames = [labels]string{"content", "undecided", "outsider", "navigation"}

func (l Label) String() string { return labelNames[l] }

// Redirect is the reason of the link of a URL that leads on.
const Redirect = "redirect"

// LabelOf is the label that has this name.
func LabelOf(name []byte) (l Label, ok bool) {
	for l, n := range labelNames {
		if string(name) == n {
			return Label(l), true
		}
	}
	return 0, false
}

// Menu reports whether a link with the label is part of a menu.
func (l Label) Menu() bool { return l == Navigation || l == Outsider }

// Options say which rules speak.
type Options struct {
	Place, Mutual bool
	Site          Site
	Thesis        *harmony.Options // if not nil, the method of Mielke 2011 speaks alone
	work.Room
}

// Stats are counts.
type Stats struct {
	Pages, Links int64
	Hosts        int64
	Redirects    int64         // URLs that lead on
	Again        int64         // pages that had come before
	Sessions     int64         // links to URLs with session ids
	Labels       [labels]int64 // of links
	Groups       int64
	Classes      int64 // of groups
	Places       int64 // of hosts, that the rule of places found common
	ByPlace      int64 // links that the rule of places calls navigation
	Compared     int64 // pairs of classes whose targets were compared
	LongPages    int64 // pages with too many links to judge their groups
	Beyond       int64 // groups that were not compared, being too many at one place of a page
	TooLarge     int64 // pairs of classes that were not compared, being too large
	Spilled      int64 // bytes of the links in the temporary file

	// URLs that lead on and are left alone.
	RedirectPages   int64 // that are pages too
	RedirectForks   int64 // that lead to several targets
	RedirectCircles int64 // that lead in a circle, or have too many redirects in a row behind them

	LargeHosts int64                  // that were too large for the method of the thesis
	Reasons    [harmony.Reasons]int64 // of groups, by that method
	Search     harmony.Counts
}

// The numbers of the rules.
const (
	leastPages   = 8 // of a host, for the rule of places
	leastTargets = 3 // pages that have the target at the place
	leastShare   = 100
	manyTargets  = 4  // pages of the host for each target of a place: with fewer, these may be teasers; 8 of a weak place
	mostChained  = 4  // targets of a page at a place that have it too
	fewLinks     = 4  // of a page at a place, up to which their number may differ
	weakLinks    = 2  // of a page at a place, up to which the place is weak: it must be on two of three pages, or lead to itself
	leastList    = 5  // targets of a list on nine of ten pages that have its place
	listShare    = 10 // one of so many pages has the place of a list
	leastGroups  = 3  // at a place for which mutual must speak: or one for each 50 pages, up to mostGroups; 2 below leastPages
	mostGroups   = 100
	mostAtPlace  = 4096 // groups of a page at a place that are compared
)

// What common.number is if pages have different numbers of links at the place.
const (
	aFew  = 0
	aMenu = math.MaxInt32 - 1
	aList = math.MaxInt32
)
