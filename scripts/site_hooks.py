"""Hooks of mkdocs: documents link to files beside docs/ (README, CHANGELOG, examples); these become part of the site."""
import os
import posixpath
import re

from mkdocs.structure.files import File

LINK = re.compile(r'\[([^\[\]]*)\]\(([^()\s]+)\)')
OUTSIDE = 'repository'


def _repository(config):
    return os.path.dirname(os.path.abspath(config['config_file_path']))


def _path(src_uri):
    """Where a page of the site is in the repository."""
    return src_uri[len(OUTSIDE) + 1:] if src_uri.startswith(OUTSIDE + '/') else 'docs/' + src_uri


def _uri(path):
    """Where a file of the repository is in the sources of the site."""
    return path[len('docs/'):] if path.startswith('docs/') else OUTSIDE + '/' + path


def _targets(path, text):
    """Links of a file to others, as paths in the repository; those of the web and of the page itself are left out."""
    for _, link in LINK.findall(text):
        file = link.split('#')[0]
        if file and not re.match(r'[a-z]+:', link):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), file))


def on_files(files, config):
    root = _repository(config)
    known = {_path(file.src_uri) for file in files}
    waiting = [file for file in known if file.endswith('.md')]
    while waiting:
        path = waiting.pop()
        with open(os.path.join(root, path), encoding='utf-8') as page:
            text = page.read()
        for target in _targets(path, text):
            file = os.path.join(root, target)
            if target in known or target.startswith('..') or not os.path.isfile(file):
                continue
            known.add(target)
            files.append(File.generated(config, _uri(target), abs_src_path=file))
            if target.endswith('.md'):
                waiting.append(target)
    return files


def _indented(markdown):
    """Lists within lists, as the site's parser wants them: indented by four spaces, where documents have two or three."""
    lines, code = [], False
    for line in markdown.split('\n'):
        code ^= line.lstrip().startswith('```')
        lines.append(line if code else re.sub(r'^ {2,3}(?=\S)', '    ', line))
    return '\n'.join(lines)


def on_page_markdown(markdown, page, config, files):
    path = _path(page.file.src_uri)
    root = _repository(config)

    def moved(match):
        words, link = match.groups()
        file, hash_, anchor = link.partition('#')
        if not file or re.match(r'[a-z]+:', link):
            return match.group(0)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        if os.path.isdir(os.path.join(root, target)):
            target = posixpath.join(target, 'README.md')
            if not os.path.isfile(os.path.join(root, target)):
                return words
        there = posixpath.relpath(_uri(target), posixpath.dirname(page.file.src_uri) or '.')
        return '[%s](%s%s%s)' % (words, there, hash_, anchor)

    return LINK.sub(moved, _indented(markdown))
