package main

// manual is the middle of what -h prints.
const manual = `
A person judges some documents: how relevant each is for a topic, from 0 to 1. From 0.5 on a document counts as relevant. If a
document has several judgements, the last one counts; a warning says if they differ. -train learns from judgements and from the
features of documents, and writes a model; -apply rates all documents by it, from 0 to 1, or with -threshold writes only those
above it. Ids of documents and terms are those
of dictionaries: a model is for the dictionary of its terms and the clusters of its centroids. Another number of clusters is an
error. Other terms, or as many other clusters, cannot be noticed.

Features are files that are read side by side, in the order of the documents:

  -vectors NAME=FILE      (doc, term, weight), as tfidf writes them. The vector of a document is brought to length 1
  -to-clusters FILE       (doc, cluster, similarity) to each cluster. In each document the least becomes 0, the greatest 1
  -feature NAME=FILE      (doc, score), like PageRank; with NAME:int=FILE (doc, number), like contact words or depth

A document that a feature lacks has 0 there; -stats counts them, and a warning says if most documents lack it. A model names its
features, and -apply wants the same ones.

-method logistic is logistic regression with a quadratic penalty, which cross-validation chooses. Scores are divided by their
mean; of scores and numbers the logarithm of 1 + x is taken; then they and the nearness to clusters are brought to a mean of 0
and to one deviation. Both classes count the same. A rating above 0.5 says relevant: that threshold had the greatest F1 in the
cross-validation.

-method neuron is the neuron of Nitsche 2003 (4.3.2.4.5, 7.4.1.4). net is the sum of weights times nearness to clusters, and of
weights times numbers, each number divided by its greatest value; relevance = 1 / (1 + exp(-2 (net - 0.5))). For each judged
document in turn, the delta rule adds rate · (value - relevance) · input to each weight. Weights of clusters begin at random in
0 … 1, those of numbers at 0. With -clamp, net is brought to 0 … 1 first, so that relevance is 0.27 … 0.73.

-expert needs no judgements of documents, but weights of clusters: (cluster, topic, weight), sorted by 1,2, weights from 0 to 1.
The score of a document for a topic is the sum of these weights, each times the nearness to its cluster, which is brought to 0 …
100 (4.3.2.4.5).

-folds K tries the method by cross-validation, with the method without each feature in turn, and with simple rules: keep
everything; the mean judgement in the nearest cluster, or in all clusters by nearness; each number alone. Rules and the neuron
take the threshold that is best for the documents they learn from. -against compares ratings with judgements of other documents
than those that were learnt from. Both write a row for each way or threshold. A field is empty where it would be a share of
nothing:

  name, threshold, true_positives, false_positives, false_negatives, true_negatives, accuracy, precision, recall, f1
  auc                 the area under the ROC curve: 0.5 for ratings at random
  mean_precision      the area below the curve of precision over recall

With -folds, auc and mean_precision are means of the parts that have documents of both classes, as each part is rated by another
model; they are empty if no part has both. The other figures and -curve count all parts together: with few judgements the curve
looks worse than it is.

-apply writes each document as soon as the next one begins, raw also into a pipe. An input that is a pipe must bring 4 KiB
first, and a raw one 4096 records, unless -force is given. If the features are empty, there are no documents: -apply warns, and
-train fails.`
