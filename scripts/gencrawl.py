#!/usr/bin/env python3
"""A made crawl of any size, to measure with: pages of real size with menus, text, scripts, comments and entities.

    gencrawl.py PAGES [KILOBYTES] >crawl.warc.gz

One gzip member a record, as crawlers write them; 29 KB and 60 links a page unless said otherwise, 100 pages a host. The same
arguments make the same bytes.
"""
import random
import sys
import zlib

pages = int(sys.argv[1])
size = int(float(sys.argv[2]) * 1000) if len(sys.argv) > 2 else 29000
per_host = 100
R = random.Random(7)
words = ["".join(R.choice("abcdefghijklmnoprstuvzáčéíšž") for _ in range(R.randint(3, 11))) for _ in range(20000)]
weights = [1 / (i + 2) for i in range(len(words))]
paragraphs = ["<p>%s &amp; <b>%s</b></p>\n" % (" ".join(R.choices(words, weights, k=45)), R.choice(words)) for _ in range(3000)]
count = max(1, size // 480)  # links, each with a paragraph


def url(page):
    return "http://h%d.test/d%d/p%d.html" % (page // per_host, page % 7, page)


def reference(source, target):
    if source // per_host != target // per_host:
        return url(target)
    if source % 7 == target % 7:
        return "p%d.html" % target
    return "../d%d/p%d.html" % (target % 7, target)


def body(page, r):
    host = page // per_host * per_host
    out = ['<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>page %d</title><link rel="stylesheet" href="/s.css">'
           '<script>var a="<a href=\\"no.html\\">";function f(x){return x<3&&x>1}</script></head><body class="page">'
           '<!-- <a href="commented.html"> -->\n' % page]
    for i in range(count):
        near = r.random() < 0.8
        target = min(pages - 1, host + int(per_host * r.random()) if near else int(pages * r.random() ** 3))
        out.append('<div class="b%d">%s<a class="l" href="%s" title="x &gt; y">%s</a></div>\n'
                   % (i % 9, paragraphs[int(3000 * r.random())], reference(page, target), words[int(2000 * r.random())]))
    out.append("</body></html>\n")
    return "".join(out).encode()


def record(page):
    html = body(page, random.Random(page))
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(html)
    head = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012x>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            "WARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
            % (page, url(page), len(http) + len(html))).encode()
    z = zlib.compressobj(6, zlib.DEFLATED, 31)
    return z.compress(head + http + html + b"\r\n\r\n") + z.flush()


if __name__ == "__main__":
    import multiprocessing
    with multiprocessing.Pool() as pool:
        for member in pool.imap(record, range(pages), chunksize=64):
            sys.stdout.buffer.write(member)
