// Package crawlorder puts the pages of a web in the order in which a crawler fetches them (Kulvait 2007, chapter 4). It simulates
// a crawler whose web is a graph that is known to the simulation and found page by page by the crawler.
//
// The crawler knows the pages it begins with. It fetches the best of the pages that it knows and has not fetched, by the
// keys that a strategy gives them, learns what that page links to, and so on. Of pages with equal keys the one with the
// lowest id comes first. When nothing is left to fetch, it goes on with the lowest page that it does not know.
//
//	doc.go       strategies, options, figures
//	crawl.go     the crawler: what it begins with, and fetch after fetch
//	web.go       the web: pages by number, the lists of their links, what is given by page
//	frontier.go  the pages that are known and not fetched, the best first
//	hosts.go     the same by host, and the times of fetches where a host must not be asked too often
//	rules.go     the strategies: which key a page gets when it is found
//	partial.go   the strategy of PageRank in what is known
//	breadth.go   breadth first, which needs no simulation
package crawlorder

import (
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Strategy says which page is the best.
type Strategy string

// The strategies.
const (
	BreadthFirst Strategy = "bfs" // the page that was found first
	// the known page that was linked to most recently; of the links of one page, the lowest id
	DepthFirst Strategy = "dfs"
	// the page whose first link was found most recently; of the links of one page, the highest id
	DepthPush  Strategy = "dfs-push"
	Random     Strategy = "random"     // any page, all alike
	OPIC       Strategy = "opic"       // the page with the most credit; a page gives its to the unfetched pages it links to
	OPICAll    Strategy = "opic-all"   // the same, but it gives to all pages it links to
	Partial    Strategy = "partial"    // the page with the greatest PageRank in what is known
	Earlier    Strategy = "earlier"    // the page with the greatest importance in an earlier crawl
	Sites      Strategy = "sites"      // the page of the host with the most known pages; of these the one found first
	Omniscient Strategy = "omniscient" // the page with the greatest importance in the end
)

// Strategies are all of them.
var Strategies = []Strategy{BreadthFirst, DepthFirst, DepthPush, Random, OPIC, OPICAll, Partial, Earlier, Sites, Omniscient}

// NewRule says what importance Earlier gives to a page that the earlier crawl had not.
type NewRule string

// The rules for new pages (Kulvait 2007, 4.5).
const (
	NewFinal  NewRule = "omniscient" // that in the end
	NewRandom NewRule = "random"     // that of any page of the earlier crawl
	NewZero   NewRule = "zero"       // none
	NewParent NewRule = "parent"     // that of the page where the first link to it was found, divided by its links
)

// NewRules are all of them.
var NewRules = []NewRule{NewFinal, NewRandom, NewZero, NewParent}

// Options say how to crawl.
type Options struct {
	work.Room
	Strategy Strategy
	// Seeds are the pages that the crawler begins with, records of one column in any order; nil: the lowest page.
	Seeds []tuple.Source
	// Reachable ends the crawl when nothing that is known is left to fetch.
	Reachable bool
	// Limit is the number of pages after which the crawl ends; 0: no limit.
	Limit int64
	// RandomSeed makes another random order, and other random importance.
	RandomSeed uint64
	// Importance are pairs (id, float32) sorted by id, for Earlier and Omniscient.
	Importance tuple.Input
	// New says what Earlier does with pages without one; Final are like Importance, for NewFinal.
	New   NewRule
	Final tuple.Input
	// Step is how many pages are fetched before Partial ranks again; 0: as many as there are already.
	Step int64
	// D and Tol are those of PageRank, for Partial.
	D, Tol float64
	// Hosts are pairs (id, host) sorted by id, for Sites and a time line.
	Hosts tuple.Input
	Line  *TimeLine // nil: hosts do not wait
}

// Stats tell what was crawled.
type Stats struct {
	Pages, Links  int64 // repeated links count once
	Fetched       int64
	Roots         int64 // pages that were not found, but begun with; not the seeds
	MostKnown     int64 // pages that waited to be fetched at the same time
	StateBytes    int64
	GraphBytes    int64
	GraphOnDisk   int64
	LoadSeconds   float64
	CrawlSeconds  float64
	DecodedChunks int64
	Hosts         int64
	Ranked        int64 // how often
	LastSecond    int64 // of the time line
	Unrated       int64 // pages without an importance in the end, if there is such a stream
	Foreign       int64 // ids that have one and are no pages
	Before        int64 // ids with an importance in an earlier crawl
	BeforeStrays  int64 // those that are no pages
	Hosted        int64 // ids with a host
	HostStrays    int64 // those that are no pages
}
