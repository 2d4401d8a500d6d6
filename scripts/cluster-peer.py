#!/usr/bin/env python3
"""cluster-peer.py WEIGHTS CLUSTERS SEED: the clusters of KMeans of scikit-learn, pairs (doc, cluster), for quality-clusters.sh."""
import sys

import numpy
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans

records = numpy.fromfile(sys.argv[1], "<i4").reshape(-1, 3)
docs, terms = records[:, 0], records[:, 1]
weights = records[:, 2].copy().view("<f4").astype(float)
x = csr_matrix((weights, (docs, terms)))
found = KMeans(int(sys.argv[2]), n_init=1, random_state=int(sys.argv[3])).fit(x)
there = numpy.unique(docs)
numpy.column_stack((there, found.labels_[there])).astype("<i4").tofile(sys.stdout.buffer)
