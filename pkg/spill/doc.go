// Package spill keeps data that wait: in memory first, and where that is full, in temporary files without names. Nothing of them
// is left when a program ends, however it ends.
//
//	file.go    File: a temporary file, made when it is first written to
//	waiting.go Waiting: lines or records that are appended, and then read
//	blocks.go  Blocks: pieces of bytes, in memory first; places can be used again
//	text.go    Text: a sequence of pieces, written once, and its two readers
//	bytes.go   Bytes: a sequence of bytes that grows at its end and can be read at any place
//	ints.go    Ints: a sequence of int32 that grows at its end, in memory first
//	array.go   Arrays, Array: slots that are read and changed at any place, those used lately in memory
package spill
