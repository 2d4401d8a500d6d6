package scope

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/publicsuffix"

	"webmill/pkg/urls"
)

// Kind says which URLs belong to the crawl, by its seeds.
type Kind string

// The kinds.
const (
	Host    Kind = "host"        // URLs on the host of a seed
	Domain  Kind = "domain"      // URLs in the registrable domain of a seed
	Main    Kind = "main-domain" // URLs on a host that has the main domain of a seed as one of its labels
	Prefix  Kind = "prefix"      // URLs that begin like a seed, up to its last slash
	List    Kind = "list"        // the seeds alone
	Allowed Kind = "allowed"     // the URLs on the list Scope.Allow
	All     Kind = "all"         // all URLs
)

// Kinds are all kinds.
var Kinds = []Kind{Host, Domain, Main, Prefix, List, Allowed, All}

// seeds are the parts of the seeds by which a URL belongs to the crawl.
type seeds struct {
	parts    map[string]bool // hosts, domains, labels, or whole URLs
	prefixes [][]byte
}

// Seed adds a seed, which is a canonical URL. mainDomain is its main domain for the kind Main; "": that of its host. Seed may
// be called while other goroutines call Check.
func (s *Scope) Seed(url []byte, mainDomain string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seeds.parts == nil {
		s.seeds.parts = map[string]bool{}
	}
	host := urls.Host(url)
	switch s.Kind {
	case Host:
		s.seeds.parts[string(host)] = true
	case Domain:
		s.seeds.parts[string(urls.Domain(host, true))] = true
	case Main:
		label := mainDomain
		if label == "" {
			var err error
			if label, err = mainDomainOf(host); err != nil {
				return err
			}
		}
		s.seeds.parts[label] = true
	case Prefix:
		path := url[:len(url)-len(afterQuery(url))]
		s.seeds.prefixes = append(s.seeds.prefixes, bytes.Clone(path[:bytes.LastIndexByte(path, '/')+1]))
	case List:
		s.seeds.parts[string(url)] = true
	}
	return nil
}

func afterQuery(url []byte) []byte {
	if i := bytes.IndexByte(url, '?'); i >= 0 {
		return url[i:]
	}
	return nil
}

func (s *seeds) has(kind Kind, url []byte) bool {
	switch kind {
	case Host:
		return s.parts[string(urls.Host(url))]
	case Domain:
		return s.parts[string(urls.Domain(urls.Host(url), true))]
	case Main:
		for label := range bytes.SplitSeq(urls.Host(url), []byte(".")) {
			if s.parts[string(label)] {
				return true
			}
		}
		return false
	case Prefix:
		for _, p := range s.prefixes {
			if bytes.HasPrefix(url, p) {
				return true
			}
		}
		return false
	case List:
		return s.parts[string(url)]
	}
	return true
}

// mainDomainOf is the last label of a host that is no top-level domain (Bumüller 2019, 3.1.1): uni-freiburg of
// www.informatik.uni-freiburg.de. It is an error if that label is www or a number, since every host with such a label would
// belong to the crawl. For example, sydney is a top-level domain too, so the label of www.sydney.edu.au is www.
func mainDomainOf(host []byte) (string, error) {
	labels := strings.Split(strings.TrimSuffix(string(host), "."), ".")
	for i := len(labels) - 1; i >= 0; i-- {
		if topLevel(labels[i]) {
			continue
		}
		if label := labels[i]; label != "www" && strings.Trim(label, "0123456789[]:") != "" {
			return label, nil
		}
		break
	}
	return "", fmt.Errorf("the host %s has no main domain: its labels are www, numbers or top-level domains: "+
		"say which label it is by -main-domain", host)
}

// topLevel reports whether a label is a top-level domain: one that the list of public suffixes has.
func topLevel(label string) bool {
	if label == "" {
		return true
	}
	suffix, listed := publicsuffix.PublicSuffix(label)
	return listed && suffix == label
}
