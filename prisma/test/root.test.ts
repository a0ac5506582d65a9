import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultDataDir, startEmbeddedPostgres } from '../embedded/index.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let checkout: string;

beforeEach(() => {
  parent = makeTemporaryDirectory('skein-root-');
  checkout = join(parent, 'checkout');
  mkdirSync(checkout);
});

afterEach(() => {
  rmSync(parent, { recursive: true });
});

test('data stay in the checkout where PostgreSQL can reach them', () => {
  chmodSync(checkout, 0o755);
  expect(defaultDataDir(checkout)).toBe(join(checkout, '.data'));
});

describe.runIf(isRoot)('a checkout that only root can enter', () => {
  beforeEach(() => {
    chmodSync(parent, 0o700);
  });

  test('has its data elsewhere, always at the same place', () => {
    expect(defaultDataDir(checkout)).toMatch(/^\/var\/lib\/skein\/[0-9a-f]{8}$/);
    expect(defaultDataDir(checkout)).toBe(defaultDataDir(`${checkout}/`));
    expect(defaultDataDir(checkout)).not.toBe(defaultDataDir(`${checkout}-2`));
  });

  test('is refused as an explicit data directory, with the command that opens it', async () => {
    const attempt = startEmbeddedPostgres({ dataDir: checkout, log: () => undefined });
    await expect(attempt).rejects.toThrow(`run "chmod o+x ${parent}"`);
  });
});

describe.skipIf(isRoot)('an ordinary user', () => {
  test('has the data in the checkout, whoever else may enter it', () => {
    chmodSync(parent, 0o700);
    expect(defaultDataDir(checkout)).toBe(join(checkout, '.data'));
  });
});
