// Package frontier has the URLs that a crawler knows: which of them it has fetched, and which one is best to fetch next.
//
// URLs have numbers in the order in which they were found, from 0. A URL waits in the queue of its host, is in flight, or is
// done. A host is ready, or it rests until some time, or none of its URLs may be taken: none waits, or Options.PerHost or
// Options.MaxPerHost is met. Take gives the best URL of the hosts that are ready, in the order of package crawlorder: by the keys
// of a strategy, and of equal keys the first by the order of dictionaries (urls.AppendKey). The strategy Sites takes the URLs
// of the host with the most URLs that wait; Focused goes by scores that come from outside while the crawl goes on.
//
//	frontier.go  Frontier: finds, takes and gives back; the state of a URL
//	table.go     which texts are known: a hash table with 96 bits of each, so that any two of 10^9 texts are taken for
//	             one with a probability of 10^-11
//	hosts.go     hosts: their counts, whether they are ready or rest
//	queue.go     the queue of a host: first in, first out; pairing.go  a pairing heap for keys that change
//	focus.go     the scores of a focused crawl
//	heap.go      the hosts that are ready, the best first, and those that rest, the earliest first
//
// Everything lies in arrays on a store (spill.Arrays), part of it in memory, the rest in a temporary file.
// Nothing is kept from run to run: it is made again from the journal of the crawl (see package crawl).
//
// Cost: a lookup, an insertion and a take touch a few tiles of 4 KiB each, which are in memory or cost one read.
//
// Memory: what Options.Room has, and 8 bytes for each 4 KiB in the file.
//
// File: 42 to 67 bytes a URL, by how full the hash table is (opic: 32 more, a focused crawl 64), and 106 to 131 a host. Each
// text of a Set takes 26 to 51 bytes.
package frontier
