#!/usr/bin/env python3
"""A made crawl of pages with menus, to measure with: a WARC file, not compressed. The same arguments make the same bytes.

    genmenus.py PAGES [LINKS] >crawl.warc

A host has 1,000 pages in ten sections. Of the LINKS (100) of a page a fifth is the menu of the host, a tenth the menu of its section,
and the others are in paragraphs.
"""
import random
import sys

pages, links = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100
per_host, per_section = 1000, 100
R = random.Random(7)
words = ["".join(R.choice("abcdefghijklmnoprstuvz") for _ in range(R.randint(3, 11))) for _ in range(20000)]
sentences = [" ".join(R.choices(words, k=12)) for _ in range(5000)]
HEAD = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012x>\r\n"
        "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\n"
        "Content-Length: %d\r\n\r\n")
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def url(page):
    return "http://h%d.test/s%d/p%d.html" % (page // per_host, page // per_section % 10, page)


def menu(name, targets):
    items = "".join('<li><a href="%s">%s</a></li>\n' % (url(t), words[t % 20000]) for t in targets if t < pages)
    return '<div class="%s"><ul>\n%s</ul></div>\n' % (name, items)


def body(page, r):
    host, section = page // per_host * per_host, page // per_section * per_section
    out = ["<!DOCTYPE html><title>page %d</title>\n" % page,
           menu("top", range(host, host + per_host, per_host * 5 // links)),
           menu("side", range(section, section + per_section, per_section * 10 // links))]
    for i in range(links - links // 5 - links // 10):
        near = host + int(per_host * r.random())
        target = near if i % 5 and near < pages else int(pages * r.random() ** 2)
        if i % 8 == 0:
            out.append("<p>")
        out.append('%s <a href="%s">%s</a>.\n' % (sentences[int(5000 * r.random())], url(target), words[target % 20000]))
    return "".join(out).encode()


for page in range(pages):
    http = HTTP + body(page, random.Random(page))
    sys.stdout.buffer.write((HEAD % (page, url(page), len(http))).encode() + http + b"\r\n\r\n")
