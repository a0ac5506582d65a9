import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireOwnerLock, findLiveOwner } from '../embedded/owner-lock.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { kill, startScript } from './support/run-script.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = makeTemporaryDirectory('skein-lock-');
  file = join(directory, 'owner.lock');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('the lock has one owner until it is released', () => {
  const lock = acquireOwnerLock(file);
  expect(findLiveOwner(file)).toBe(process.pid);
  expect(() => acquireOwnerLock(file)).toThrow(`Another Skein (process ${process.pid})`);
  lock.release();
  expect(findLiveOwner(file)).toBeUndefined();
  acquireOwnerLock(file).release();
  expect(readdirSync(directory)).toEqual([]);
});

test('one of several processes becomes the owner after a dead process', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, startMark: 'of another boot' }));
  const scripts = await Promise.all(
    Array.from({ length: 4 }, () => startScript('own-directory.ts', [file])),
  );
  try {
    const results = scripts.map(({ firstLine }) => firstLine).toSorted();
    expect(results).toEqual(['owner', 'rejected', 'rejected', 'rejected']);
  } finally {
    await Promise.all(scripts.map(kill));
  }
  expect(existsSync(file)).toBe(true);
  expect(findLiveOwner(file)).toBeUndefined();
});

test('ignores a malformed lock', () => {
  for (const content of ['', 'null', '{"pid":"1"}', '{"pid":1}']) {
    writeFileSync(file, content);
    acquireOwnerLock(file).release();
  }
  expect(existsSync(file)).toBe(false);
});
