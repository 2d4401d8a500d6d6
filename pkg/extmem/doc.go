// Package extmem holds the operations on sorted streams of tuples that need one pass and next to no memory: joins,
// semi-joins and anti-joins, unions, group sums, and the exchange of ids for others.
//
// Each operation is a merge: it moves cursors over one or two streams in the order of their keys. The cursors verify
// that order, so that a stream that is not sorted ends in an error with the record's number, never in a wrong result.
// The loops work on blocks of keys packed into 64 bits; keys of more than two columns compare the rest when those are equal.
//
// The records between two such passes wait in a Table.
//
//	cursor.go    a sorted stream and its cursor
//	join.go      Join, Semi, Union
//	group.go     GroupBy
//	renumber.go  Renumber
//	table.go     Table: records of a job that wait in memory or in a file, and are sorted there
//
// No operation here merges more than two streams, so none needs a loser tree.
package extmem
