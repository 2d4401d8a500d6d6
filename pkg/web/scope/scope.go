// Package scope says which URLs belong to a crawl.
//
// A URL is checked by rules in a fixed order, and the first rule that it breaks names the rejection (Bumüller 2019, 3.1.2.1):
// scheme, scope, deny, type, depth, traps. Rules that need the network are checked later, before the URL is asked for: the
// addresses of hosts (CheckAddress), and robots.txt (package robots).
//
//	scope.go     Scope: the rules in their order
//	kinds.go     which URLs belong to the crawl by its seeds; the main domain of Bumüller 2019
//	patterns.go  lists of URLs that are allowed or denied, by name and by number (Nitsche 2003, 4.3.2.3.1)
package scope

import (
	"bytes"
	"strings"
	"sync"

	"webmill/pkg/ascii"
	"webmill/pkg/urls"
)

// Rule is the rule that a URL breaks; "": it belongs to the crawl. The rules of traps are "trap:" and the name of the limit, as
// urls.Traps has it.
type Rule string

// The rules, in their order.
const (
	None   Rule = ""
	Scheme Rule = "scheme"  // neither http nor https
	Outer  Rule = "scope"   // outside of Scope.Kind, or not on the list Scope.Allow
	Denied Rule = "deny"    // on the list Scope.Deny
	Type   Rule = "type"    // the ending of the path is not among Scope.Endings
	Deep   Rule = "depth"   // deeper than Scope.MaxDepth
	Number Rule = "address" // the lists refuse the address of the host
	Robots Rule = "robots"  // robots.txt forbids it
)

// Trap reports whether the rule is a rule of traps.
func (r Rule) Trap() bool { return strings.HasPrefix(string(r), "trap:") }

// Scope says which URLs belong to a crawl. Its methods may be called by several goroutines.
type Scope struct {
	Kind     Kind
	Allow    Patterns        // a URL must be on this list; empty: any URL is
	Deny     Patterns        // a URL must not be on this list
	Endings  map[string]bool // that paths may have, in small letters; nil: all
	MaxDepth int             // 0: no limit
	Traps    urls.Traps
	mu       sync.RWMutex // of seeds: while the crawl goes on, the target of a seed that redirects becomes a seed
	seeds    seeds
}

// Check returns the first rule that a canonical URL breaks.
func (s *Scope) Check(url []byte, depth int) Rule {
	switch {
	case !urls.OfWeb(url):
		return Scheme
	case !s.belongs(url) || !s.Allow.Empty() && !s.Allow.mayMatch(url):
		return Outer
	case s.Deny.Match(url):
		return Denied
	case !s.typed(url):
		return Type
	case s.MaxDepth > 0 && depth > s.MaxDepth:
		return Deep
	}
	if name, ok := s.Traps.Check(url); !ok {
		return Rule("trap:" + name)
	}
	return None
}

// belongs reports whether a URL belongs to the crawl by Kind.
func (s *Scope) belongs(url []byte) bool {
	if s.Kind == All || s.Kind == Allowed {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.seeds.has(s.Kind, url)
}

// typed reports whether the path of a URL has no ending, or one of Endings. The ending is the text behind the last dot of the
// last segment, so a path that ends with a slash has none (Bumüller 2019, 3.1.2.1).
func (s *Scope) typed(url []byte) bool {
	if s.Endings == nil {
		return true
	}
	path, _, _ := bytes.Cut(urls.AfterScheme(url), []byte("?"))
	slash := bytes.LastIndexByte(path, '/')
	if slash < 0 {
		return true
	}
	dot := bytes.LastIndexByte(path[slash:], '.')
	if dot < 0 {
		return true
	}
	var small [16]byte
	ending := path[slash+dot+1:]
	if len(ending) > len(small) {
		return false
	}
	for i, c := range ending {
		small[i] = ascii.Lower[c]
	}
	return s.Endings[string(small[:len(ending)])]
}

// ParseEndings reads a list of endings like htm,.HTML. The word pages stands for PageEndings. An empty list is nil.
func ParseEndings(list string) map[string]bool {
	if list == "" {
		return nil
	}
	endings := map[string]bool{}
	for ending := range strings.SplitSeq(strings.ReplaceAll(list, "pages", PageEndings), ",") {
		endings[strings.ToLower(strings.TrimPrefix(ending, "."))] = true
	}
	return endings
}

// PageEndings are the endings of pages (Bumüller 2019 names htm, php4 and jsp).
const PageEndings = "htm,html,xhtml,shtml,shtm,stm,php,php3,php4,php5,phtml,jsp,jspx,jsf,asp,aspx,cfm,cgi,pl,py,do"
