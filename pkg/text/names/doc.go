// Package names finds the names of persons in text, by models and rules, or by the state machine of Bumüller 2019 and lists of
// names.
//
//	lists.go     lists of first, middle and last names, in memory
//	defaults.go  the lists of the program
//	labels.go    labels of persons, as queries of WikiData give them
//	parts.go     labels to first, middle and last names
//	count.go     how often each of these occurs
//	split.go     the words of a text
//	machine.go   the state machine of Bumüller 2019
//	titles.go    titles before a name
//	maker.go     the names of documents as terms, by the state machine
//	learned.go   the names of documents as terms, by models and the rules below
//	inverted.go  the rule for Last, First
//	around.go    the rules for titles before and behind a name
//	roles.go     the roles of persons next to their names, like Dean
//	written.go   one spelling for each name: capitals, initials
//	joined.go    short forms joined to the long ones of the document
//	tagged.go    texts with numbers in the place of names
//
// Source: Bumüller 2019, 3.2.1 and 3.2.2. Its figure of the machine is lost. The table of machine.go follows from its grammar,
// from the costs that it states, and from its text.
package names
