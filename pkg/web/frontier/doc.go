// Package frontier has the URLs that a crawler knows: which of them it has fetched, and which one is best to fetch next.
//
// URLs have numbers in the order in which they were found, from 0. A URL waits in the queue of its host, is in flight, or is
// done. A host is ready, or it rests until some time, or all of its pages are in flight or done. Take gives the best page of
// the hosts that are ready, as package crawlorder has it: by the keys of a strategy, and of equal keys the first by the order
// of dictionaries (urls.AppendKey). Where the larger sites come first, the host comes first.
//
//	frontier.go  Frontier: finds, takes and gives back; the state of a URL
//	table.go     which texts are known: a hash table of 96 bits for each, so that two texts are taken for one
//	             with a probability of 10^-11 among 10^9
//	hosts.go     hosts: their counts, whether they are ready or rest
//	queue.go     the queue of a host: first in, first out, or a pairing heap where keys change
//	heap.go      the hosts that are ready, the best first, and those that rest, the earliest first
//
// Everything lies in arrays on a store of pages (spill.Pages), part of it in memory, the rest in a temporary file. Nothing of it
// is kept from run to run: it is made again from the journal of the crawl (see package crawl).
//
// Cost: a lookup, an insertion and a take touch a few pages of 4 KiB each, which are in memory or cost one read.
//
// Memory: what Options.Room has, and 8 bytes for each 4 KiB in the file.
//
// File: 48 bytes a URL (opic: 80) and 64 a host.
package frontier
