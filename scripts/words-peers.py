#!/usr/bin/env python3
"""What other programs do with texts, for scripts/peers-words.sh.

    words-peers.py tfidf DOCUMENTS      the weights of scikit-learn, of lines of words
    words-peers.py lxml|bs4|html2text LIST
                                        the texts of the pages of the files that LIST names
"""
import sys


def tfidf(name):
    from sklearn.feature_extraction.text import TfidfVectorizer
    with open(name, encoding="utf-8") as lines:
        weights = TfidfVectorizer(token_pattern=r"\S+", lowercase=False).fit_transform(lines)
    print(weights.shape, weights.nnz)


def texts(what, name):
    if what == "lxml":
        import lxml.html

        def text(page):
            tree = lxml.html.document_fromstring(page)
            for e in tree.xpath("//script|//style|//title"):
                e.drop_tree()
            return tree.text_content()
    elif what == "bs4":
        import bs4

        def text(page):
            tree = bs4.BeautifulSoup(page, "lxml")
            for e in tree(["script", "style", "title"]):
                e.extract()
            return tree.get_text("\n")
    else:
        import html2text

        def text(page):
            h = html2text.HTML2Text()
            h.ignore_links = True
            return h.handle(page.decode("utf-8", "replace"))
    size = 0
    for file in open(name):
        with open(file.rstrip("\n"), "rb") as page:
            size += len(text(page.read()))
    print(size)


if sys.argv[1] == "tfidf":
    tfidf(sys.argv[2])
else:
    texts(*sys.argv[1:])
