// Package kendall compares two scorings of the same things by Kendall's tau: how far they agree on the order.
//
// Align makes pairs (a, b) of two scorings, Tau takes them from there:
//
//	align.go       Align: two streams of scores become one of pairs
//	tau.go         extsort puts the pairs in order, best first; pairs tied in a or in both are counted; tau out of the counts
//	inversions.go  the discordant pairs are the inversions of b in that order: a sort by digits counts them
//	weighted.go    the same where the best count more: weights of things, pairs and ties
//	exchanges.go   of how many inversions each key is part: a merge sort, with the weights of these keys
//	runs.go        where b does not fit in memory, sorted runs of it are merged, and what crosses runs is counted
//	best.go        of all pairs, those that are among the best of a or of b
//
// Counts are exact integers, so no result depends on the memory or on the number of threads.
package kendall
