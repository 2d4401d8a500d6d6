// Package crf finds the names of persons in prose by a model that was trained on annotated text: a linear-chain conditional
// random field over words. The model knows lists of names, how words are used, and what stands around them.
//
//	tagger.go    texts to names
//	token.go     texts to tokens
//	words.go     the classes of words: lists of names, use, closed classes
//	features.go  what the model looks at
//	decode.go    the best tags of a chain, and how probable a name is
//	reasons.go   the features that speak for a name
//	model.go     the files of a model
//	count.go     the words of a training text
//	train.go     learning
//
// A text has lines or cells of a table, these have sentences, and a name lies within one sentence. Only tokens that may be part
// of a name, and their neighbours, are decoded; all others are no name. Weights are small integers, and their sums are exact: a
// text has the same names on every computer.
//
// scripts/train-names makes the models in the folder data, whose README.md has their sources and licences.
//
// Sources: Lafferty, McCallum and Pereira 2001, Conditional Random Fields; Duchi, Hazan and Singer 2011, Adaptive Subgradient
// Methods; Weinberger and others 2009, Feature Hashing.
package crf
