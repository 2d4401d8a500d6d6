#!/usr/bin/env python3
"""The links of a folder of HTML by lxml and Python's own URL functions, for comparison with extract-links.

    links-lxml.py DIR BASE

writes source TAB target for a, area, iframe and meta refresh, in the order of the pages, targets without fragments.
"""
import os
import re
import sys
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import lxml.html

ATTRIBUTE = {"a": "href", "area": "href", "iframe": "src"}


def canonical(url):
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = parts.hostname
    if parts.port and parts.port != {"http": 80, "https": 443}[parts.scheme]:
        host += ":%d" % parts.port
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._|[]") or "/"
    query = quote(parts.query, safe="/%:@!$&()*+,;=~-._|[]?{}^`\\")
    url = urlunsplit((parts.scheme, host, path, query, ""))
    return re.sub("%[0-9a-fA-F]{2}", lambda m: m.group().upper(), url)


def links(tree):
    for element in tree.iter("a", "area", "iframe", "meta"):
        if element.tag == "meta":
            if (element.get("http-equiv") or "").lower() == "refresh":
                m = re.match(r"\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['\"]?([^'\"]+)", element.get("content") or "", re.I)
                if m:
                    yield m.group(1)
        elif element.tag == "iframe" and (element.get("srcdoc") is not None or element.get("src") == ""):
            continue
        elif element.get(ATTRIBUTE[element.tag]) is not None:
            yield element.get(ATTRIBUTE[element.tag])


def main(root, base):
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            if not re.search(r"\.(html|htm)(\.|$)", name) or not os.path.isfile(path):
                continue
            source = base.rstrip("/") + "/" + quote(os.path.relpath(path, root))
            with open(path, "rb") as f:
                tree = lxml.html.document_fromstring(f.read())
            first = tree.find(".//base[@href]")
            to = urljoin(source, first.get("href")) if first is not None else source
            for ref in links(tree):
                try:
                    target = canonical(urljoin(to, re.sub("[\t\r\n]", "", ref).strip(" \x00\x0c")))
                except ValueError:
                    continue
                if target:
                    print(source, target, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
