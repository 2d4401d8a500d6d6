package main

// manual is the middle of what -h prints.
const manual = `
A document is a vector of the weights of its terms. The centroid of a cluster is the mean of the vectors of its documents, or near
it. -method says how clusters are found; all but kmeans and tree are from Nitsche 2003, 3.4:

kmeans begins with K documents as centroids. In each sweep, each document goes to the cluster whose centroid is most like it,
of equal ones the first; then each centroid becomes the mean of its documents. A cluster without documents gets one that is least
like the centroid of its own cluster; by dot, p, p-coded and unico the documents that equal this one follow it. kmeans ends when a
sweep changes nothing, or after -sweeps: by these four similarities, documents may go to and fro between centroids. At the end
equal documents are in one cluster; by cosine and euclid that is so if a sweep changed nothing.

online begins like kmeans, but the centroid moves as soon as a document joins: it is the mean of the documents so far, and of its
own place at the beginning of the sweep, which counts as one document. So the order of the input matters. A centroid that gets no
document in a sweep is gone.

bisect begins with one cluster of all documents. It divides the largest one in two, until there are K: two of its documents are
centroids, and the others join one or the other as online does. If a part has too few documents (-least-part), this is done again,
up to -tries times, with other documents as centroids, or with these in another order; if no try helps, the most even division
counts. In the end -refine passes go over all documents, as online does. Each cluster keeps its number: the second part gets the
next one.

tree is for thousands of clusters and more: they are the leaves of a tree of centroids (the EM-tree of De Vries et al. 2015). A
document goes from the root to a leaf, at each node to the child that is most like it. So it is compared with only some centroids:
about 2√K, or for each level as many as -branches says. Then each node becomes the mean of the documents below it, and a node
without documents is gone: there may be fewer than K clusters. The tree grows by a level at a time. The first level begins like
the centroids of kmeans. Each later one begins with documents, drawn with equal chances, as children of the nodes that they come
to. All levels but the last get up to 10 sweeps over a sample, 5 documents for each cluster, at least 10,000. The last level gets
-sweeps over all documents; 3 to 5 are often enough. Clusters with one parent have numbers that follow each other. Weights should
be like tf·idf: words that all documents have blur the upper levels. The centroid of a cluster keeps its heaviest terms, as many
as -centroid-terms says, or as fit in half of the memory that is left; then results depend on -S. The centroids of each other
level have at most as many terms together as those of the clusters. Only terms that are kept are written; -stats says how many
clusters have more.

som makes a map of K neurons, on a line or in rows of about √K each (-dimensions): neuron N is cluster N. A neuron is a centroid.
Neurons begin like the centroids of kmeans. Each document, in random order, moves the neuron that is most like it towards itself,
by the share E of the way. It also moves the neurons at a distance d from that one on the map: by E / exp(d² / 2S²), or with
-neighbours bubble by E where d ≤ S. In the first eleventh of the sweeps, E shrinks from 0.3 to 0.05, and S from half the width of
the map to 1; then E shrinks to 0.005, and S to 0.3. So like clusters are near each other on the map.

wordcon joins sets, without weights and similarities: a cluster is a set of words and the documents that have them. In the
beginning, each word that is in two documents or more, and in at most half of them, is a cluster. Clusters with the same
documents become one. Then each cluster takes in all clusters whose documents it has, with their words, until there are no more.
If more than K clusters are left, a cluster also takes in those that are not larger and have at least the share F of their
documents in it, for each F of -factors, one after the other. A cluster that was taken in is gone, unless it took in others
itself. A document may be in many clusters, and in none. The largest cluster is the first. Sets are in memory, so wordcon is for
some thousands of documents.

-similarity says how alike a document x and a centroid y are. Sums are over terms:

  cosine   Σ xy / (|x| |y|). Vectors are first divided by their lengths
  euclid   the distance |x - y|; less is more alike
  dot      Σ xy
  p        Σ xy + P (Σ x over the terms that y lacks + Σ y over those that x lacks), with -penalty P
  p-coded  p as the program of the thesis has it: P is -1; only the terms of the vector with fewer terms are looked at, or those
           of the centroid if both have as many; a term that the other vector lacks counts its weight times its idf, which is 1
           without -idf
  unico    Σ xy / (number of common terms) - mean weight of the terms that only one of both has, at least 0

All but cosine and euclid are from Nitsche 2003, 3.4.1, and compare all documents with all centroids. With cosine and euclid most
documents are compared only with their own centroid, once it hardly moves; that changes no result.

-seeding says which documents the first centroids are:

  far         draws them one after the other, the more often the farther they are from those drawn before (k-means++, from a
              sample of 20 · K documents, at least 10,000). By bisect it draws one for each try, and takes the one that is least
              like it
  random      draws any; by bisect two for each try
  long        takes the two documents with the greatest sums of weights
  best-worst  takes the document with the greatest score of -doc-scores, and the one with the least
  best-mean   takes the document with the greatest score, and the one whose score is nearest to the mean of the cluster

The last three are for bisect alone. They take documents that are not equal, the same two for all tries. For best-worst and
best-mean each document must have a score. -seed-docs reads the first centroids from a file.

-places puts clusters in a square with sides of length 1, so that those with like centroids are near: by classical scaling of the
distances of their 100 heaviest terms. -centroids writes (cluster, term, weight), -keywords the same of the heaviest terms alone,
the heaviest first. -distances, only by cosine and euclid, writes (doc, distance to its centroid); by cosine it is the distance of
vectors of length 1. -similarities writes (doc, cluster, similarity) of each document to all centroids: as above, but by euclid
1 / (1 + |x - y|), and by p and p-coded how much it is above the least similarity of the document. To a cluster that is gone it
is 0.

kmeans, tree and the seeding far use the threads of -j, and bisect has as many tries at once as -j says and -S holds. By online,
som and the passes of bisect, each document moves centroids before the next one is compared with them, so they have one thread.

A document without terms is not in the input, so it is in no cluster. Of a document with more than 32,767 terms, the heaviest
count. Weights are float32, or integers with -int-weights. There are never more clusters than documents.`
