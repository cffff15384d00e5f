"""Checks the site on the disk, without a network.

    python3 docs/check_site.py FOLDER

Every link leads to an existing page, anchor or file; nothing is loaded from other sites; pictures
have a text, pages have a language and a title; ids are unique within a page. Prints each violation,
and ends with 1 if there are any.
"""
import html.parser
import os
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.faults = [], set(), []
        self.title = self.language = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.language |= tag == "html" and bool(given.get("lang"))
        self.title |= tag == "title"
        if "id" in given and tag != "a":
            if given["id"] in self.ids and tag != "td":
                self.faults.append(f"two elements have the id {given['id']}")
        self.ids.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "img" and given.get("alt") is None:
            self.faults.append(f"no text for the picture {given.get('src')}")
        if tag == "iframe" and not given.get("title"):
            self.faults.append(f"no title for the frame {given.get('src')}")
        loads = tag in ("script", "img", "iframe", "link", "source", "object")
        for name in ("href", "src", "data"):
            if name in given:
                self.links.append((given[name], loads))


def check(folder):
    there = set(folder.rglob("*"))
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in there
             if path.suffix == ".html"}
    for path, page in pages.items():
        if path.parent.name == "search":
            continue
        yield from ((path, fault) for fault in page.faults)
        if not page.language or not page.title:
            yield path, "no language or no title"
        for link, loads in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("javascript", "data") or link == "":
                continue
            if parts.scheme or parts.netloc:
                if loads:
                    yield path, f"loads {link}, which is not part of the site"
                continue
            target = path
            if parts.path:
                target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path)))
            if target not in there:
                yield path, f"leads to {link}, which is not there"
            elif parts.fragment and target in pages:
                if urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                    yield path, f"leads to {link}: no such place in that page"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    count = sum(1 for _ in folder.rglob("*.html"))
    faults = list(check(folder))
    for path, fault in faults:
        print(f"{path.relative_to(folder)}: {fault}")
    if count < 20:
        faults.append(count)
        print(f"only {count} pages in {folder}: was the site made?")
    print(f"{count} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
