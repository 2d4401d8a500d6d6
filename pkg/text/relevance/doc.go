// Package relevance learns from judged documents which of the others are relevant, as the search engine of Nitsche 2003 does
// (4.3.2.4.5). It rates them in one pass over sorted files of their features.
//
//	features.go    the features of documents, read side by side
//	samples.go     the judged documents, in memory, with the values that methods learn from
//	model.go       what was learnt, and how it rates a document
//	modelfile.go   a model as lines of text
//	logistic.go    logistic regression, whose penalty is chosen by cross-validation
//	newton.go      its solver
//	neuron.go      the neuron of the thesis
//	expert.go      the weights that an expert gives to clusters
//	measure.go     how good ratings are: counts, curves
//	folds.go       cross-validation of the methods and of simple rules
package relevance
