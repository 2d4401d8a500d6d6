package scope

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/publicsuffix"

	"webmill/pkg/web/urls"
)

// Kind says which URLs belong to the seeds.
type Kind string

// The kinds.
const (
	Host    Kind = "host"        // those of the same host
	Domain  Kind = "domain"      // of the same registrable domain
	Main    Kind = "main-domain" // of a host that has the main domain of a seed as one of its labels
	Prefix  Kind = "prefix"      // that begin like a seed, up to its last slash
	List    Kind = "list"        // the seeds alone
	Allowed Kind = "allowed"     // all that the list of what is allowed has
	All     Kind = "all"
)

// Kinds are all of them.
var Kinds = []Kind{Host, Domain, Main, Prefix, List, Allowed, All}

// seeds have what the seeds have that others must have too.
type seeds struct {
	parts    map[string]bool // hosts, domains or labels
	prefixes [][]byte
}

// Seed makes the URLs that belong to a canonical URL a part of the scope. mainDomain, if it is not empty, is the main domain. It
// may be called while others Check.
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
			if label, err = MainDomain(host); err != nil {
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

// MainDomain is the last label of a host that is no top-level domain (Bumüller 2019, 3.1.1): uni-freiburg of
// www.informatik.uni-freiburg.de. It is an error where that label is www or a number, since every such host would belong to the
// crawl then: www.sydney.edu.au has www, for sydney is a top-level domain too.
func MainDomain(host []byte) (string, error) {
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
	return "", fmt.Errorf("the host %s has no main domain by which its hosts are known: say which label it is by -main-domain",
		host)
}

// topLevel reports whether a label is a top-level domain: one that the list of public suffixes has.
func topLevel(label string) bool {
	if label == "" {
		return true
	}
	suffix, listed := publicsuffix.PublicSuffix(label)
	return listed && suffix == label
}
