package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// newSite makes all pages.
func newSite() *site {
	s := &site{random: rand.New(rand.NewPCG(1817, 5)), hosts: map[string]*host{}, people: newPeople(), byURL: map[string]*page{}}
	s.newHosts()
	for _, t := range topics {
		s.makeDepartment(t)
	}
	s.makeLibrary()
	s.makePress()
	s.makeHomes()
	s.makeCentre()
	s.makeOdd()
	s.makeFiles()
	s.makeCopies()
	s.makeRedirects()
	s.makeMissing()
	for i, p := range s.pages {
		switch {
		case p.isHTML() && p.status == 200 && i%17 == 3:
			p.transfer = "chunked"
		case p.isHTML() && p.status == 200 && i%23 == 5:
			p.transfer = "gzip"
		case i%71 == 11 && p.status == 200:
			s.recaptured = append(s.recaptured, p.url)
		}
	}
	return s
}

// Files makes the files of testdata/crawl by name.
func Files() (map[string][]byte, error) {
	s := newSite()
	crawl, records, err := s.warc()
	if err != nil {
		return nil, err
	}
	facts, err := json.MarshalIndent(s.facts(records), "", "\t")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"site.warc.gz": crawl, "facts.json": append(facts, '\n')}
	var people, mentions, topics, first, last []string
	for _, profile := range s.profiles {
		people = append(people, profile[0]+"\t"+profile[1])
	}
	for _, p := range s.pages {
		if !p.isHTML() || p.status != 200 {
			continue
		}
		if p.topic != nil {
			topics = append(topics, fmt.Sprintf("%s\t%s\t%s", p.url, p.topic.id, p.language()))
		}
		body := strings.ReplaceAll(p.body.String(), "&#39;", "'")
		for _, who := range s.people {
			if strings.Contains(body, who.name()) {
				mentions = append(mentions, who.name()+"\t"+p.url)
			}
		}
	}
	for _, who := range s.people {
		first = append(first, strings.Fields(who.first)...)
		last = append(last, strings.Fields(who.last)...)
	}
	for name, lines := range map[string][]string{"people.tsv": people, "mentions.tsv": mentions, "topics.tsv": topics,
		"first-names.txt": first, "last-names.txt": last} {
		slices.Sort(lines)
		files[name] = []byte(strings.Join(slices.Compact(lines), "\n") + "\n")
	}
	return files, nil
}

// Facts are the numbers of the crawl.
type Facts struct {
	Records        map[string]int `json:"records"`         // of the WARC file, by type
	Responses      map[string]int `json:"responses"`       // by status
	Pages          int            `json:"pages"`           // HTML with status 200
	Hosts          map[string]int `json:"hosts"`           // pages by host
	Languages      map[string]int `json:"languages"`       // pages by language
	Topics         map[string]int `json:"topics"`          // pages by topic
	Links          map[string]int `json:"links"`           // of pages, and redirects as location, by kind
	DistinctLinks  int            `json:"distinct_links"`  // pairs of page and target that lead to pages
	NoFollow       int            `json:"nofollow"`        // links
	DeadLinks      int            `json:"dead_links"`      // links that lead to a 404
	Unfetched      int            `json:"unfetched_links"` // links that lead to nothing that the crawl holds
	People         int            `json:"people"`
	Duplicates     [][2]string    `json:"duplicates"`      // the same bytes at two URLs
	NearDuplicates [][2]string    `json:"near_duplicates"` // the same content with another menu
	Redirects      [][2]string    `json:"redirects"`
}

// toPages are the kinds of links that lead to pages.
var toPages = []string{"a", "area", "frame", "iframe", "location", "meta", "svg-a"}

func (s *site) facts(records map[string]int) *Facts {
	f := &Facts{Records: records, Responses: map[string]int{}, Hosts: map[string]int{}, Languages: map[string]int{},
		Topics: map[string]int{}, Links: map[string]int{}, People: len(s.people),
		Duplicates: s.duplicates, NearDuplicates: s.near}
	type pair struct{ from, to string }
	pairs := map[pair]bool{}
	for _, p := range s.pages {
		f.Responses[fmt.Sprint(p.status)]++
		redirect := p.status/100 == 3
		switch {
		case redirect:
			f.Redirects = append(f.Redirects, [2]string{p.url, p.links[0].target})
		case p.status != 200 || !p.isHTML():
			continue
		default:
			f.Pages++
			f.NoFollow += p.nofollow
			f.Hosts[strings.TrimPrefix(p.host.url[strings.Index(p.host.url, ":"):], "://")]++
			f.Languages[p.language()]++
			if p.topic != nil {
				f.Topics[p.topic.id]++
			}
		}
		for _, l := range p.links {
			f.Links[l.kind]++
			if !slices.Contains(toPages, l.kind) {
				continue
			}
			pairs[pair{p.url, l.target}] = true
			if target := s.byURL[l.target]; target == nil {
				f.Unfetched++
			} else if target.status == 404 {
				f.DeadLinks++
			}
		}
	}
	f.DistinctLinks = len(pairs)
	return f
}

// payload is the body as the server sends it, before any transfer coding.
func (p *page) payload() ([]byte, error) {
	text := p.body.String()
	if p.encoding == nil {
		return []byte(text), nil
	}
	b, err := p.encoding.NewEncoder().Bytes([]byte(text))
	return bytes.Clone(b), err
}
