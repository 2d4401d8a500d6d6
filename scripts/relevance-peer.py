#!/usr/bin/env python3
"""relevance-peer.py: logistic regression of scikit-learn on the texts of docs.jsonl, for the folds of quality-relevance.sh, in
whose folder it runs. It writes the F1 of each fold to sklearn-*.f1."""
import glob
import json

import numpy
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import f1_score
from sklearn.model_selection import cross_val_predict

documents = [json.loads(line) for line in open("docs.jsonl")]
place = {d["id"]: i for i, d in enumerate(documents)}
texts = TfidfVectorizer().fit_transform(
    " ".join(d.get(field, "") for field in ("title", "headings", "text")) for d in documents
)


def judged(name):
    pairs = [line.split("\t") for line in open(name)]
    return texts[[place[int(p[0])] for p in pairs]], numpy.array([int(p[1]) for p in pairs])


def best_threshold(ratings, judgements):
    order = numpy.argsort(-ratings, kind="stable")
    found = numpy.cumsum(judgements[order])
    at = int(numpy.argmax(2 * found / (numpy.arange(1, len(order) + 1) + judgements.sum())))
    return ratings[order][at]


balanced = LogisticRegression(class_weight="balanced", solver="liblinear")
ways = {
    "plain": LogisticRegression(solver="liblinear"),
    "cv": LogisticRegressionCV(Cs=[0.1, 1, 10, 100], cv=5, solver="liblinear"),
    "balanced": balanced,
    "threshold": balanced,
}
for name, way in ways.items():
    with open(f"sklearn-{name}.f1", "w") as out:
        for fold in sorted(glob.glob("folds/*")):
            x, y = judged(fold + "/train.tsv")
            threshold = 0.5
            if name == "threshold":
                threshold = best_threshold(cross_val_predict(way, x, y, cv=5, method="predict_proba")[:, 1], y)
            ratings = way.fit(x, y).predict_proba(judged(fold + "/test.tsv")[0])[:, 1]
            print(f1_score(judged(fold + "/test.tsv")[1], ratings >= threshold, zero_division=0), file=out)
