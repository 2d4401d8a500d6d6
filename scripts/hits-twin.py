#!/usr/bin/env python3
"""hits-twin.py NAME HITS <LINKS: compares the values of hits with those of igraph and networkx, if they are there, and of plain lists.

Plain lists and networkx are left out for graphs of more than a million links, for which they take minutes. LINKS are lines of two ids, each pair once. HITS is the output of hits -f64 as text: id, authority, hub. Prints a line for each
program: NAME, pages, links, program, and the greatest differences of an authority and of a hub.
"""
import math
import sys

name, found = sys.argv[1], {}
with open(sys.argv[2]) as file:
    for line in file:
        page, authority, hub = line.split()
        found[int(page)] = float(authority), float(hub)
links = [tuple(map(int, line.split())) for line in sys.stdin]


def scaled(values):
    length = math.sqrt(sum(x * x for x in values.values()))
    return {page: x / length for page, x in values.items()}


def plain():
    """The iteration of Kleinberg, until it is still."""
    hubs, authorities = dict.fromkeys(found, 1.0), {}
    for _ in range(2000):
        new = dict.fromkeys(found, 0.0)
        for source, target in links:
            new[target] += hubs[source]
        still, authorities = authorities, scaled(new)
        new = dict.fromkeys(found, 0.0)
        for source, target in links:
            new[source] += authorities[target]
        hubs = scaled(new)
        if still and max(abs(still[p] - authorities[p]) for p in found) < 1e-15:
            break
    return authorities, hubs


def networkx():
    import networkx
    from networkx.algorithms.link_analysis import hits_alg

    hubs, authorities = hits_alg._hits_python(networkx.DiGraph(links), max_iter=2000, tol=1e-14)  # needs neither SciPy nor NumPy
    return scaled(authorities), scaled(hubs), "networkx " + networkx.__version__


def print_row(program, authorities, hubs):
    differences = [max(abs(found[p][i] - values[p]) for p in values) for i, values in enumerate((authorities, hubs))]
    print(name, len(found), len(links), program, *(f"{d:.1e}" for d in differences), sep="\t")


def igraph():
    import igraph

    pages = sorted(found)
    place = {page: i for i, page in enumerate(pages)}
    graph = igraph.Graph(len(pages), [(place[s], place[t]) for s, t in links], directed=True)
    values = (dict(zip(pages, map(abs, f(scale=False)))) for f in (graph.authority_score, graph.hub_score))
    return (*map(scaled, values), "igraph " + igraph.__version__)


if len(links) <= 1_000_000:
    print_row("plain lists", *plain())
for other in (networkx, igraph) if len(links) <= 1_000_000 else (igraph,):
    try:
        authorities, hubs, program = other()
        print_row(program, authorities, hubs)
    except ImportError:
        print(f"hits-twin.py: {other.__name__} is not there, and is left out", file=sys.stderr)
