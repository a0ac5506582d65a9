import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(new URL(file, root)));
const readPage = (file: string) => readFileSync(new URL(file, root), 'utf8');
const pages = listFiles('*.md');

function collectTokens(markdown: string): Token[] {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** Returns the anchors that GitHub gives to the headings of a page. */
function collectAnchors(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const token of collectTokens(readPage(file))) {
    if (token.type !== 'heading') continue;
    const anchor = String(token.text)
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the links of a page that lead to no file or to no heading. */
function findBrokenLinks(page: string, markdown: string): string[] {
  const links = collectTokens(markdown).flatMap((token) =>
    token.type === 'link' || token.type === 'image' ? [String(token.href)] : [],
  );
  const htmlLinks = Array.from(
    markdown.matchAll(/\b(?:src|srcset|href)="([^" ]+)"/g),
    ([, link = '']) => link,
  );
  return [...links, ...htmlLinks].filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const url = new URL(link, new URL(page, root));
    const anchor = url.hash.slice(1);
    url.hash = '';
    if (!existsSync(url)) return true;
    return anchor !== '' && !collectAnchors(url.href.slice(root.href.length)).has(anchor);
  });
}

it('all links between pages lead to an existing file and heading', () => {
  expect(pages).toContain('docs/install.md');
  const brokenLinks = pages.flatMap((page) =>
    findBrokenLinks(page, readPage(page)).map((link) => `${page}: ${link}`),
  );
  expect(brokenLinks).toEqual([]);
});

it('finds a link without its heading and a link without its file', () => {
  const links = '[a](install.md#caddy) [b](install.md#with-docker) [c](missing.md) [d](#missing)';
  expect(findBrokenLinks('docs/api.md', links)).toEqual([
    'install.md#with-docker',
    'missing.md',
    '#missing',
  ]);
});

it('CONTRIBUTING.md names only files and folders that exist', () => {
  const files = listFiles();
  const folders = new Set(
    files.flatMap((file) => Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index))),
  );
  const names = collectTokens(readPage('CONTRIBUTING.md')).flatMap((token) =>
    token.type === 'codespan' ? [String(token.text)] : [],
  );
  const paths = names.filter((name) =>
    /^(?:[\w.@-]+\/)*[\w.-]+\.(?:ts|tsx|json|md|prisma|yml|mjs|sql)$|^(?:apps|packages|docs|prisma|e2e|bench|scripts|deploy)\/[\w./-]+$/.test(
      name,
    ),
  );
  expect(paths).toContain('apps/api/src/platform/config');
  const missing = paths.filter((name) => {
    const path = name.replace(/\/$/, '');
    // A path without its first folders follows the folder in the same sentence.
    return !folders.has(path) && !files.some((file) => file === path || file.endsWith(`/${path}`));
  });
  expect(missing).toEqual([]);
});
