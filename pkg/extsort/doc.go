// Package extsort sorts records of int32 columns that do not fit in memory.
//
// # A distribution sort
//
// Merging sorted runs compares every record log(runs) times. Instead, records are first dealt out to partitions, key
// range by key range, and then every partition, which fits in the cache, is sorted by itself and written to its place:
//
//  1. sample   choose the key ranges by a part of the input: up to 8 MiB, spread over a file; of a pipe the beginning, up to
//     64 MiB or 1/16 of the memory
//  2. deal     read the input once; each worker appends each record to its block of the record's partition; full blocks
//     stay in memory as long as there is space and go to the end of one nameless temporary file beyond that
//  3. refine   deal again what became a partition larger than a worker may hold (skew that the sample did not show)
//  4. sort     take the partitions in order: load, radix sort, write; all workers do this at once. Steps 3 and 4
//     alternate: step 3 passes on 1,024 partitions at a time, so that their list stays short
//
// The data is read once, written once, and in between written and read once if it is larger than memory. A record is
// moved in memory once in step 2 and about three times, in cache, in step 4. Blocks whose records are all equal are
// kept as a count, so a key that fills half the input costs nothing.
//
// # Order
//
// Records are ordered by the keys asked for and then by the remaining columns, so equal records are identical and the
// result is the same whatever the memory, the number of workers or the way the input is cut.
//
// # Memory
//
// Blocks, what is read ahead and the scratch memory of the sorters lie in one large buffer, which plan divides. The beginning
// of a pipe, which is read as the sample, has a buffer of its own; its size is subtracted first.
//
// # Beside linesort
//
// Package linesort has the same steps, for lines. Both take the rule of refinement and the loser trees from package sorts,
// blocks from spill and the order of writing from par (InOrder, AnyOrder); the skeleton around these is not shared, because
// each step works on another unit. Here a record has a fixed width, a range is found by arithmetic on its first 64 bits,
// whole records fill a block, and a place in the output is a count. A line has a length of its own, is found in a tree of
// strings, goes on from block to block, may not fit in memory, and sizes are sums of bytes. A common skeleton would call a
// function of each for every record, in the hot loops, or consist of such calls alone.
//
// # Files
//
//	sort.go    Sort and the plan of the memory
//	ranges.go  keys, the sample of them, and the ranges that it gives
//	deal.go    the input, its records in blocks of partitions, and what is refined
//	words.go   the sort of one partition: the hot loops
//	write.go   partitions loaded, sorted and written, each to its place or in turn
//	merge.go   Merge
//
// The blocks are those of package spill; the loser tree and the rule of refinement are those of package sorts.
package extsort
