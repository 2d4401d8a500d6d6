package main

// manual is the middle of what -h prints.
const manual = `
Compares clusters of documents with topics that people gave them. CLUSTERS is (doc, cluster), as cluster writes it; TOPICS is
(doc, topic). - is stdin, once. Only documents that have both count; a warning says how many have only one.

A cluster has n_r documents, a topic n_i, and c documents are in both; n documents are in all. There are q topics. The
measures are:

  purity         share of documents that are of the topic which their cluster has most of: Σ_r max_i c / n
  entropy        Σ_r n_r/n · -1/log q · Σ_i c/n_r log c/n_r: 0 if each cluster has one topic, 1 if each has all topics alike
  f              Σ_i n_i/n max_r F, where F = 2 R P / (R + P), R = c/n_i (recall) and P = c/n_r (precision)
  adjusted_rand  share of pairs of documents that are together in both or in neither, less what chance gives: 1 is the same
                 division, 0 that of chance; it can be negative
  nmi            mutual information of cluster and topic, divided by the mean of their entropies, from 0 to 1

Purity, entropy and F are those of Nitsche 2003, 3.4.6. Its precision is printed upside down; -printed-f takes it so,
and the measure is called f_printed. The other two are as scikit-learn has them. Before the measures come counts:

  documents      that have a cluster and a topic
  no_topic       documents that have only a cluster
  no_cluster     documents that have only a topic
  several        of documents, those in several clusters or topics
  pairs          of a cluster and a topic of a document: n
  clusters, topics
                 that these documents have

A document in several clusters or topics counts once for each pair of them, so that n is the number of pairs.

With one topic the entropy is 0. With one cluster and one topic, all documents are divided alike: adjusted_rand and nmi
are 1. If an input is empty, or no document has both, nothing is measured: the exit status is 1.

-confusion writes (cluster, topic, count), sorted, of all pairs that have documents in common. -by-cluster has a row for
each cluster: cluster, documents, topic (that it has most of; of several the lowest), purity, entropy. -by-topic has one
for each topic: topic, documents, cluster (with the greatest F; of several the lowest), recall, precision, f.`
