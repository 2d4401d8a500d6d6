// Package names finds the names of persons in text.
//
//	lists.go     lists of first, middle and last names, in memory
//	parts.go     labels of persons to the parts of such lists
//	machine.go   the state machine of Bumüller 2019
//	titles.go    titles before a name
//	tagged.go    text in which names are tags
//
// Source: Bumüller 2019, 3.2.1 and 3.2.2. Its figure of the machine is lost. The table of machine.go follows from its grammar, from
// the costs that it states, and from its text.
package names
