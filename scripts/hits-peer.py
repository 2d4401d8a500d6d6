#!/usr/bin/env python3
"""hits-peer.py PROGRAM <LINKS: the hubs and authorities of a graph by igraph or networkx. LINKS are lines of two ids."""
import sys

links = [tuple(map(int, line.split())) for line in sys.stdin]
if sys.argv[1] == "igraph":
    import igraph

    graph = igraph.Graph(max(map(max, links)) + 1, links, directed=True)
    graph.authority_score(scale=False)
    graph.hub_score(scale=False)
else:
    import networkx

    networkx.hits(networkx.DiGraph(links), max_iter=1000, tol=1e-9)
