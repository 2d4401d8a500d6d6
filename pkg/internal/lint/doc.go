// Package lint holds the rules of the house as tests. They say who imports whom, how large things may be, what must be
// documented, how wide lines are, that no variable hides a package, and that what documents name is there. It has no code of its
// own.
package lint
