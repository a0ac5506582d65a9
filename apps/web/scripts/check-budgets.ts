/**
 * Compares what a first visit loads with the budgets, from the build's manifest: of each screen
 * the entry, the lazy chunks its route asks for, and all that those import.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstScreens } from '../build/first-screens.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface Budget {
  what: string;
  roots: string[];
  kind: 'js' | 'css';
  maxBytes: number;
}

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const entry = 'index.html';
const signIn = [entry, ...firstScreens.login];
const feed = [entry, ...firstScreens.feed];

const budgets: Budget[] = [
  { what: 'JavaScript of /login', roots: signIn, kind: 'js', maxBytes: 90_000 },
  { what: 'JavaScript of /feed', roots: feed, kind: 'js', maxBytes: 130_000 },
  { what: 'CSS', roots: [...signIn, ...feed], kind: 'css', maxBytes: 15_000 },
];

// The shape of Vite's manifest, which the build has just written.
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk | undefined
>;

const rows = budgets.map(({ what, roots, kind, maxBytes }) => {
  const chunks = collectChunks(roots);
  const files = new Set(
    kind === 'css' ? chunks.flatMap((chunk) => chunk.css ?? []) : chunks.map(({ file }) => file),
  );
  const bytes = [...files].reduce((sum, file) => sum + gzipSize(file), 0);
  return { what, files: files.size, bytes, maxBytes, isKept: bytes > 0 && bytes <= maxBytes };
});

console.table(
  rows.map(({ what, files, bytes, maxBytes, isKept }) => ({
    what,
    files,
    'gzip kB': (bytes / 1000).toFixed(1),
    'budget kB': maxBytes / 1000,
    kept: isKept ? 'yes' : 'NO',
  })),
);
if (rows.some((row) => !row.isKept)) process.exitCode = 1;

function collectChunks(roots: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const waiting = [...roots];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}`);
    if (found.has(key)) continue;
    found.set(key, chunk);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...found.values()];
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
}
