// Package sorts has what the sorts of records, of lines and of the strings of a dictionary share: the loser tree of every merge,
// the radix sort of strings.
//
//	tree.go     the loser tree of every merge, and what it knows of strings
//	parts.go    how many parts there are, and the rule by which what does not fit is divided again
//	strings.go  the radix sort of strings in memory
//	ints.go     that of a few numbers
//
// Three things they do not share, on purpose:
//
//   - How an input is cut, sampled, dealt and gathered again. All records have one width, lines have any, so one of the two sorts
//     would pay in its hot loop for what only the other needs.
//   - How sorted parts are written. Records of a large result go past the page cache, so they must lie in memory as their
//     place in the file wants it; lines are composed into a buffer. Both hand their loops to par.AnyOrder or par.InOrder,
//     and nothing else of them is alike.
//   - Which runs a merge of several passes takes first. That of lines moves as few bytes as it can. That of records
//     cannot choose: the order of records with equal keys depends on it. Runs of a dictionary all go up a level, because
//     each finds its ids there.
package sorts
