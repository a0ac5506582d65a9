import { getCatalogName } from '@skein/messages';
import en from '@skein/messages/locales/en.json';
import { expect, it } from 'vitest';
import { findUnloadedCatalogs } from '../testing/message-usage.ts';
import type { Sources } from '../testing/message-usage.ts';

const files: Sources = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const keys = Object.keys(en);

/** Paths below `src`. */
const sources: Sources = Object.fromEntries(
  Object.entries(files).map(([path, source]) => [
    path.replace(/^\.\.\//, '').replace(/^\.\//, 'i18n/'),
    source,
  ]),
);

it('every part of the app loads the messages that it shows', () => {
  const layouts = { 'app/routes/signed-in-routes.ts': ['threads'] };
  expect(findUnloadedCatalogs(sources, 'app/main.tsx', keys, layouts)).toEqual([]);
});

it('a part that loads too little is reported with the messages it lacks', () => {
  const withPage = (loader: string) => ({
    'main.ts': `const load = () => ${loader};`,
    'page.tsx': "import './list.tsx';",
    'list.tsx': "t('chat.title')",
  });
  const check = (loader: string) => findUnloadedCatalogs(withPage(loader), 'main.ts', keys);
  expect(check("withMessages(async () => (await import('./page.tsx')).Page, 'threads')")).toEqual([
    'page.tsx does not load the messages chat',
  ]);
  expect(
    check("withMessages(async () => (await import('./page.tsx')).Page, 'threads', 'chat')"),
  ).toEqual([]);
});

it('every message is used', () => {
  const text = Object.values(sources).join('\n');
  const prefixes = [...text.matchAll(/`([a-z]\w+\.[\w.]*)\$\{/gi)].map(([, prefix = '']) => prefix);
  // Components for several features take the first part of the keys from their caller.
  const suffixes = new Set(
    Array.from(text.matchAll(/`\$\{[\w.]+\}(\.[\w.]+)`/g), ([, suffix = '']) => suffix),
  );
  const isFromCaller = (key: string) => {
    const [first = ''] = key.split('.', 1);
    return suffixes.has(key.slice(first.length)) && text.includes(`texts="${first}"`);
  };
  const unused = keys.filter(
    (key) =>
      getCatalogName(key) !== 'server' &&
      !text.includes(`'${key}'`) &&
      !prefixes.some((prefix) => key.startsWith(prefix)) &&
      !isFromCaller(key),
  );
  expect(unused).toEqual([]);
});

/** A call with its arguments, which may contain calls. */
const toastCall =
  /toast\.(?:success|error|warning|info)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
const messageOrKey = /\bt\((?:[^()]|\([^()]*\))*\)|\bkey: '[^']*'|''/g;

it('every toast takes its texts from messages', () => {
  const calls = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(toastCall)].map(([call, values = '']) => ({ path, call, values })),
  );
  const withText = calls.filter(({ values }) => /['"`]/.test(values.replaceAll(messageOrKey, '')));
  expect(calls.length).toBeGreaterThan(50);
  expect(withText.map(({ path, call }) => `${path}: ${call}`)).toEqual([]);
});
