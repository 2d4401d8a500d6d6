// Package names finds the names of persons in text.
//
//	lists.go     lists of first, middle and last names, in memory
//	defaults.go  those of the program
//	labels.go    labels of persons, as queries of WikiData give them
//	parts.go     labels to first, middle and last names
//	count.go     how often each of these occurs
//	split.go     the words of a text
//	machine.go   the state machine of Bumüller 2019
//	titles.go    titles before a name
//	maker.go     the names of documents as terms
//	learned.go   the same by a model that was learnt, with the rules below
//	inverted.go  Last, First
//	around.go    titles before and behind a name
//	roles.go     what a person is called beside the name
//	written.go   names made alike: capitals, initials
//	joined.go    short forms joined to the long ones of the document
//	tagged.go    text in which names are numbers
//
// Source: Bumüller 2019, 3.2.1 and 3.2.2. Its figure of the machine is lost. The table of machine.go follows from its grammar,
// from the costs that it states, and from its text.
package names
