// Package linesort sorts, merges and checks lines of text that need not fit in memory, in the order of their bytes.
//
// # Method
//
// A distribution sort, as in package extsort, for records of any length. Lines are dealt out to partitions, key range by
// key range; then every partition, which fits in the cache, is sorted by itself and written to its place:
//
//  1. sample   sort some lines from all over the input (of a pipe: from its beginning) and choose the splitters
//  2. deal     read the input once; each worker appends each line to its text of the line's partition; texts are cut into
//     blocks, which stay in memory as long as there is space and go to one nameless temporary file beyond that
//  3. refine   deal again what became a partition larger than a worker may hold (skew that the sample did not show)
//  4. sort     take the partitions in order: load, sort, write; in all workers at once
//
// The splitters form a tree over 8 bytes of the lines at a time, which passes over what they share: URLs
// begin alike, and the bytes that tell them apart lie deep. The sort step does the same inside a partition.
//
// Three kinds of lines are kept in other ways. A line that the sample shows to fill a partition by itself is only counted.
// A line longer than a chunk of the input holds does not enter a text: it is stored part by part, and compared and
// written part by part, so that no line is too long. With keys, what is dealt, stored and sorted is a
// line that begins with its keys, so that all else knows only one order.
//
// # Passes and memory
//
// The input is read once, the output written once, and what exceeds the memory goes to the temporary file and back once;
// what is refined, once more. Where the input fits in memory, no temporary file is made. Memory is the budget, divided
// by plan, and about 100 bytes for each line longer than a chunk. Equal lines are identical, so the result does not
// depend on the memory, the number of workers or the way the input is cut.
//
// # Beside extsort
//
// The steps are those of package extsort, but the skeleton is not shared: its unit is a record of fixed width, and what is
// special here, lines that straddle blocks or are too long for memory, would be a case in each step there. The doc of
// extsort says what both take from sorts, spill and par.
//
// # Files
//
//	sort.go    Sort and the plan of the memory
//	input.go   the input in chunks of whole lines
//	ranges.go  the sample, and the splitters that it gives
//	deal.go    lines in texts of partitions, and what is refined
//	keys.go    a line with its keys, as what is dealt and sorted
//	lines.go   the lines of a partition, long lines
//	write.go   partitions loaded, sorted and written, each to its place or in turn; output.go  where they go
//	merge.go   Merge and Check
package linesort

import "webmill/pkg/work"

// Options say how to sort, merge or check.
type Options struct {
	Keys      []Key  // the order of these, and then of whole lines; none: of whole lines
	Separator string // between fields, one byte; empty: a field begins with the blanks before it
	Desc      bool   // whole lines in the opposite order
	Stable    bool   // lines with equal keys stay in the order of the input
	Unique    bool   // of lines with equal keys, only the first of the input; Check: none may follow its equal
	Nul       bool   // lines end in a 0 byte, not in a newline
	Command   string // that sorts like this, for messages
	work.Room
	FanIn int // how many inputs Merge reads at once; 0: as many as the memory allows
}

// Stats tell what was done.
type Stats struct {
	Lines      int64 // read
	Kept       int64 // written
	Long       int64 // lines that were stored apart because of their length
	Partitions int
	Refined    int   // partitions that were dealt again
	Spilled    int64 // bytes of temporary files
	Exponents  bool  // behind numbers in keys, where exponents do not count
	CutNumbers bool  // in keys that are Real: of more bytes than are read
	NoField    int   // the field in which a key begins, if no line has it; else 0
}
