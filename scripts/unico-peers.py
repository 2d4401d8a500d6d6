#!/usr/bin/env python3
"""What scikit-learn and plain Python do with judged documents and with ranks, for scripts/peers-unico.sh.

    unico-peers.py train JUDGED WEIGHTS MODEL   logistic regression, whose penalty cross-validation chooses as relevance does
    unico-peers.py apply MODEL WEIGHTS RATINGS  the ratings of all documents, pairs (doc, f32)
    unico-peers.py xml RANKS DOCUMENTS OUT      the file of xml-export -ranking
"""
import json
import pickle
import sys
from xml.sax.saxutils import escape

import numpy


def vectors(name):
    """The documents of a file of (doc, term, weight f32), sorted, and their vectors of length 1."""
    from scipy.sparse import csr_matrix
    from sklearn.preprocessing import normalize
    records = numpy.fromfile(name, "<i4").reshape(-1, 3)
    documents, starts = numpy.unique(records[:, 0], return_index=True)
    weights = records[:, 2].copy().view("<f4")
    return documents, normalize(csr_matrix((weights, records[:, 1], numpy.append(starts, len(records)))), copy=False)


def train(judged, weights, model):
    from sklearn.linear_model import LogisticRegressionCV
    documents, x = vectors(weights)
    pairs = numpy.loadtxt(judged, dtype=int)
    learnt = LogisticRegressionCV(Cs=[0.1, 1 / 3, 1, 10 / 3, 10, 100 / 3, 100], cv=5, class_weight="balanced", solver="liblinear",
                                  scoring="neg_log_loss").fit(x[numpy.searchsorted(documents, pairs[:, 0])], pairs[:, 1])
    with open(model, "wb") as out:
        pickle.dump((learnt, x.shape[1]), out)


def apply(model, weights, ratings):
    with open(model, "rb") as file:
        learnt, terms = pickle.load(file)
    documents, x = vectors(weights)
    assert x.shape[1] == terms
    rated = learnt.predict_proba(x)[:, 1].astype("<f4")
    numpy.column_stack((documents.astype("<i4"), rated.view("<i4"))).tofile(ratings)


def xml(ranks, documents, out):
    records = numpy.fromfile(ranks, "<i4").reshape(-1, 2)
    rank = dict(zip(records[:, 0].tolist(), (str(x) for x in records[:, 1].copy().view("<f4"))))
    with open(documents, encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    found.sort(key=lambda d: d["id"])
    elements = "id url title ranking date depth length keywords anchortext data".split()
    with open(out, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE university [\n'
                   "<!ELEMENT university (description, amount, htmldata+)>\n"
                   f"<!ELEMENT htmldata ({', '.join(elements)})>\n")
        for name in ["description", "amount", *elements]:
            file.write(f"<!ELEMENT {name} (#PCDATA)>\n")
        file.write(f"]>\n<university>\n<description></description>\n<amount>{len(found)}</amount>\n")
        for d in found:
            shown = {"id": str(d["id"]), "url": d["url"], "ranking": rank.get(d["id"], ""), "data": d["text"],
                     "length": str(len(d["text"].encode()))}
            file.write("<htmldata>")
            file.write("\n".join(f"<{name}>{escape(shown.get(name, ''))}</{name}>" for name in elements))
            file.write("\n</htmldata>\n")
        file.write("</university>\n")


{"train": train, "apply": apply, "xml": xml}[sys.argv[1]](*sys.argv[2:])
