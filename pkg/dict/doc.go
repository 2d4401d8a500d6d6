// Package dict numbers strings: it turns lines of strings, like links of URLs, into tuples of ids and a dictionary,
// and ids back into strings, on data larger than memory.
//
// # What is computed
//
// The id of a string is its rank among all strings of the input, in an Order: the number of different strings before it.
// Of an existing dictionary the strings keep their ids; the others get the next ones, in the same order. So the result
// depends on the set of strings alone, and not on memory, threads or how the input is cut.
//
// # Method
//
//  1. batch   each worker takes chunks of lines and gives the strings numbers by a hash table, as many as fit in its
//     share of the memory; the lines become records of these numbers. A field that is the same as in the line before, as
//     the source of a link mostly is, is compared and not looked up
//  2. run     a full table is sorted by the keys of its strings, in place, and written, each string as what it
//     does not share with the one before; the rank of every number is written beside it
//  3. merge   all runs are merged into the dictionary; for each run the ids of its strings are written, which
//     ascend: a byte or two each. Where the runs are too many for the memory, some are merged into one before, and their
//     ids are found through it
//  4. emit    for each batch its ids are loaded, 4 bytes a string, and put in the place of the numbers of its records; the
//     blocks of the workers go to the output in the order of the input
//
// No record is ever sorted, and a string is written once for each batch that it occurs in.
//
// # Passes and memory
//
// The input is read once and the dictionary written once. Temporary are 4 bytes a field, and of each batch its different
// strings without what they share, and about 6 bytes for each of them; what fits into an eighth of the memory stays there,
// the rest goes to one nameless file and back once (twice for each further level of merging). Memory is the budget, as
// plan divides it, and about 100 bytes for each chunk of the input (1.1 MiB) and 16 for each block of what is temporary.
//
// # Files
//
//	builder.go  Build, the plan of the memory, orders
//	lines.go    the input in chunks of whole lines
//	strings.go  an input of strings that are not lines
//	batch.go    lines to records of numbers, and which strings are fit
//	table.go    the hash table that gives them
//	runs.go     sorted runs of strings, and how they are merged
//	emit.go     records of numbers to records of ids; the hosts of pages
//	undict.go   ids back to strings
//	finder.go   ids of strings in a dictionary that stays on disk
package dict
