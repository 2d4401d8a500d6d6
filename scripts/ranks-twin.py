#!/usr/bin/env python3
"""ranks-twin.py NAME RANKS <LINKS: compares the PageRank of weighted links (d 0.85) with that of SciPy and igraph, if they are there.

LINKS are lines of two ids and a weight, each pair once. RANKS is the output of pagerank -f64 as text: id, rank. Prints a line for
each program: NAME, pages, links, program, the sum of the differences of the ranks, and the greatest one.
"""
import sys

name, found = sys.argv[1], {}
with open(sys.argv[2]) as file:
    for line in file:
        page, rank = line.split()
        found[int(page)] = float(rank)
pages = sorted(found)
place = {page: i for i, page in enumerate(pages)}
links = [(place[int(s)], place[int(t)], float(w)) for s, t, w in map(str.split, sys.stdin)]


def scipy():
    import numpy
    import scipy.sparse

    source, target, weight = (numpy.array(column) for column in zip(*links))
    out = numpy.bincount(source, weight, len(pages))
    matrix = scipy.sparse.csr_matrix((weight / out[source], (target, source)), (len(pages), len(pages)))
    ranks = numpy.full(len(pages), 1 / len(pages))
    for _ in range(1000):
        last, ranks = ranks, 0.85 * (matrix @ ranks + ranks[out == 0].sum() / len(pages)) + 0.15 / len(pages)
        if abs(ranks - last).sum() < 1e-15:
            break
    return ranks, "SciPy " + scipy.__version__


def igraph():
    import igraph

    graph = igraph.Graph(len(pages), [(s, t) for s, t, _ in links], directed=True)
    return graph.pagerank(weights=[w for _, _, w in links]), "igraph " + igraph.__version__


for other in (scipy, igraph):
    try:
        ranks, program = other()
    except ImportError:
        print(f"ranks-twin.py: {other.__name__} is not there, and is left out", file=sys.stderr)
        continue
    differences = [abs(found[page] - ranks[i]) for i, page in enumerate(pages)]
    print(name, len(pages), len(links), program, f"{sum(differences):.1e}", f"{max(differences):.1e}", sep="\t")
