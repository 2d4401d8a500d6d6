#!/usr/bin/env python3
"""Scores of pages by a few that were judged: a naive Bayes model of the words that pages have.

    judged-scores.py TEXTS INDEX CLASSES JUDGED SEED >scores.tsv

TEXTS is what extract-text writes, INDEX has lines file, class, university, URL. A page is relevant if its class is in CLASSES,
like student,faculty. JUDGED pages are drawn at random, the model is made of these, and all pages get a score from 0 to 1. Lines:
URL, score, 1 if relevant, 1 if judged.
"""
import json
import math
import random
import re
import sys
from collections import Counter

texts, index, classes, judged, seed = sys.argv[1:]
words = {}
for line in open(texts, encoding="utf-8"):
    page = json.loads(line)
    words[page["url"]] = set(re.findall(r"[a-z]{2,}", (page.get("title", "") + " " + page.get("text", "")).lower()))
relevant = {}
for line in open(index, encoding="utf-8"):
    _, kind, _, url = line.rstrip("\n").split("\t")
    if url in words:
        relevant[url] = kind in classes.split(",")
pages = sorted(relevant)
drawn = set(random.Random(int(seed)).sample(pages, int(judged)))
counts, sizes = {True: Counter(), False: Counter()}, Counter()
for url in drawn:
    counts[relevant[url]].update(words[url])
    sizes[relevant[url]] += 1
# The words that tell most: a page has some hundred, and most tell nothing.
shift = {}
for word in counts[True] | counts[False]:
    shift[word] = math.log((counts[True][word] + 0.5) / (sizes[True] + 1) / ((counts[False][word] + 0.5) / (sizes[False] + 1)))
base = math.log((sizes[True] + 0.5) / (sizes[False] + 0.5))
for url in pages:
    told = sorted((shift[w] for w in words[url] if w in shift), key=abs)[-15:]
    score = 1 / (1 + math.exp(-max(-30, min(30, (base + sum(told)) / 2))))
    print(url, f"{score:.4f}", int(relevant[url]), int(url in drawn), sep="\t")
