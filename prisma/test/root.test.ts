import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultDataDir, startEmbeddedPostgres } from '../embedded/index.ts';
import { chooseDataDir } from '../embedded/layout.ts';
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

test('data is stored in the checkout if PostgreSQL can access it', () => {
  chmodSync(checkout, 0o755);
  expect(defaultDataDir(checkout)).toBe(join(checkout, '.data'));
});

describe('a checkout that only its owner can enter', () => {
  // A user who owns nothing here.
  const systemUser = { uid: 64_999, gid: 64_999 };

  beforeEach(() => {
    chmodSync(parent, 0o700);
  });

  test('has its data in a fixed directory elsewhere for root', () => {
    const dataDir = chooseDataDir(checkout, systemUser);
    expect(dataDir).toMatch(/^\/var\/lib\/skein\/[0-9a-f]{8}$/);
    expect(chooseDataDir(`${checkout}/`, systemUser)).toBe(dataDir);
    expect(chooseDataDir(`${checkout}-2`, systemUser)).not.toBe(dataDir);
  });

  test('has its data in it for an ordinary user', () => {
    expect(chooseDataDir(checkout, undefined)).toBe(join(checkout, '.data'));
  });

  // PostgreSQL runs as another user only if root starts it.
  // oxlint-disable-next-line vitest/no-conditional-tests -- a skipped test is a failure in CI
  if (isRoot) {
    test('is rejected as an explicit data directory, with the command that grants access', async () => {
      const attempt = startEmbeddedPostgres({ dataDir: checkout, log: () => undefined });
      await expect(attempt).rejects.toThrow(`run "chmod o+x ${parent}"`);
    });
  }
});
