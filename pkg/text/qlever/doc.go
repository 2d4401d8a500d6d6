// Package qlever writes the files of which QLever makes an index of text about persons: words, sentences, triples. The words of
// sentences go with the persons in them; it is also said on which pages the persons and the sentences are.
//
//	write.go      documents to the three files
//	sentences.go  where a sentence ends
//	iri.go        names and URLs as IRIs
//
// Source: Bumüller 2019, 3.2.2.4. It does not say what a sentence is: here it ends at the end of a line, at a semicolon behind a
// word, and at . ! or ? before a capital letter, but not behind titles and initials.
package qlever
