// Package sorts has what the sorts of records, of lines and of the strings of a dictionary share.
//
//	tree.go     the loser tree of every merge, and what it knows of strings
//	refine.go   the rule by which what does not fit is divided again
//	strings.go  the radix sort of strings in memory
//
// What they do not share, on purpose: how an input is cut, sampled, dealt and gathered again. Records have one width, and lines any,
// so one of them would pay in its hot loop for what only the other needs. Nor which runs a merge that needs several passes takes first: each
// of lines moves as few as it can; records that are equal in the keys come in an order that depends on it; and runs of a
// dictionary all go up a level, because each must find its ids above.
package sorts
