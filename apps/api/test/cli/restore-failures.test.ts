import { readFile, truncate, writeFile } from 'node:fs/promises';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { BackupError, withSnapshot } from '@skein/db/backup';
import { migrate } from '@skein/db/migrate';
import { cloneDatabase, prepareExampleUpgrade } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import {
  afterAll,
  beforeAll,
  beforeEach,
  afterEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { newStorageKey, openMediaStore } from '../../src/modules/media/index.ts';
import type { MediaStore } from '../../src/modules/media/index.ts';
import { headerName } from '../../src/cli/backup/archive-format.ts';
import { verifyArchive } from '../../src/cli/backup/read-archive.ts';
import { writeArchive } from '../../src/cli/backup/write-archive.ts';
import { OperationError } from '../../src/cli/operation-error.ts';
import { readDisk } from '../../src/platform/disk-space.ts';
import { newId } from '../../src/platform/ids.ts';
import { backUp, createTempDirectory, restore } from './backup-support.ts';
import type { TempDirectory } from './backup-support.ts';

let folder: TempDirectory;
let file: string;
let mediaStore: MediaStore;
let target: TestDatabase;
let database: Database;
const pictureKey = newStorageKey();

const insertUser = (username: string, key: string | null = null) =>
  database.user.create({
    data: {
      id: newId(),
      email: `${username}@example.org`,
      username,
      name: username,
      passwordHash: '',
      pictureKey: key,
    },
  });

const listUsers = async () =>
  (await database.user.findMany({ select: { username: true } })).map(({ username }) => username);

beforeAll(async () => {
  folder = await createTempDirectory();
  file = folder.fileAt('complete');
  mediaStore = openMediaStore(
    { kind: 'folder', directory: folder.fileAt('media') },
    { diskReserveBytes: 0, readDisk },
  );
  await openTarget();
  await insertUser('ada', pictureKey);
  await mediaStore.put(pictureKey, '400.webp', Buffer.alloc(3000, 'x'));
  await backUp({ databaseUrl: target.url, mediaStore }, file);
  await mediaStore.remove(pictureKey);
  await closeTarget();
});
afterAll(() => folder.remove());
beforeEach(openTarget);
afterEach(closeTarget);

async function openTarget(): Promise<void> {
  target = await cloneDatabase(inject('templateUrl'));
  database = createDatabase({ url: target.url, onError: () => undefined });
}

async function closeTarget(): Promise<void> {
  await database.$disconnect();
  await target.drop();
}

const restoreFrom = (from: string) => restore({ databaseUrl: target.url, mediaStore }, from);

async function expectNothingChanged(): Promise<void> {
  expect(await listUsers()).toEqual([]);
  expect(await mediaStore.list(pictureKey)).toEqual([]);
}

describe('a restore fails without changes', () => {
  test('when any byte of the file was changed', async () => {
    const original = await readFile(file);
    const changed = folder.fileAt('changed');
    for (let index = 3; index < original.length; index += 997) {
      const copy = Buffer.from(original);
      copy[index] = (copy[index] ?? 0) ^ 1;
      await writeFile(changed, copy);
      const result = await verifyArchive(changed).catch((error: unknown) => error);
      // The padding of tar blocks is not part of the checksum.
      const isPadding = !(result instanceof Error) && original[index] === 0;
      expect(isPadding || result instanceof OperationError).toBe(true);
    }
    await expectNothingChanged();
  });

  test.each([0.999, 0.9, 0.5, 0.1, 0.001])(
    'when the file is truncated to %d of its size',
    async (part) => {
      const truncated = folder.fileAt('cut');
      const original = await readFile(file);
      // The last kilobyte of a tar file only marks its end.
      await writeFile(truncated, original.subarray(0, Math.floor((original.length - 1536) * part)));
      await expect(restoreFrom(truncated)).rejects.toThrow(OperationError);
      await expect(restoreFrom(truncated)).rejects.toThrow(/damaged|no backup/);
      await expectNothingChanged();
    },
  );

  test.each([
    ['an empty file', ''],
    ['a text', 'not a backup at all\n'.repeat(200)],
  ])('from %s', async (_case, content) => {
    const other = folder.fileAt('other');
    await writeFile(other, content);
    await expect(restoreFrom(other)).rejects.toThrow(`${other} is not a backup of Skein`);
    await truncate(other);
  });

  test('when the file does not exist', async () => {
    await expect(restoreFrom(folder.fileAt('none'))).rejects.toThrow('does not exist');
    await expect(restoreFrom(folder.path)).rejects.toThrow('is a folder');
  });

  test.each([
    ['in another format', { format: 2 }],
    ['of a newer schema', { migrations: [{ name: '2999_more', checksum: 'x' }] }],
    [
      'of a schema that was changed',
      { migrations: [{ name: '00000000000000_baseline', checksum: 'x' }] },
    ],
  ])('from a backup %s', async (_case, changes) => {
    const newerBackup = folder.fileAt(`newer-${newStorageKey()}`);
    const header = {
      format: 1,
      version: '9.0.0',
      createdAt: new Date().toISOString(),
      migrations: [],
      tables: [],
      ...changes,
    };
    await writeArchive(newerBackup, (archive) =>
      archive.add(headerName, Buffer.from(JSON.stringify(header))),
    );
    await expect(restoreFrom(newerBackup)).rejects.toThrow(/created by a newer version of Skein/);
    await expectNothingChanged();
  });

  test('in an instance that has accounts', async () => {
    await insertUser('bob');
    await expect(restoreFrom(file)).rejects.toThrow(BackupError);
    await expect(restoreFrom(file)).rejects.toThrow('This instance has accounts');
    expect(await listUsers()).toEqual(['bob']);
    expect(await mediaStore.list(pictureKey)).toEqual([]);
  });

  test('when media cannot be written', async () => {
    const full = { ...mediaStore, putDeferred: () => Promise.reject(new Error('no room')) };
    await expect(restore({ databaseUrl: target.url, mediaStore: full }, file)).rejects.toThrow(
      'no room',
    );
    await expectNothingChanged();
    // The next attempt succeeds.
    expect(await restoreFrom(file)).toEqual({ mediaFiles: 1 });
    expect(await listUsers()).toEqual(['ada']);
    await mediaStore.remove(pictureKey);
  });
});

test('a restore migrates a backup of an older version', async () => {
  const { directory, names, remove } = prepareExampleUpgrade();
  onTestFinished(remove);
  await insertUser('old');
  const oldBackup = folder.fileAt('old');
  await backUp({ databaseUrl: target.url, mediaStore }, oldBackup);

  // A newer version has prepared the instance, but it has no accounts.
  const emptyDatabase = await cloneDatabase(inject('templateUrl'));
  onTestFinished(emptyDatabase.drop);
  await migrate(emptyDatabase.url, { log: () => undefined, directory });
  const instance = { databaseUrl: emptyDatabase.url, mediaStore, migrationsDirectory: directory };
  await restore(instance, oldBackup);
  const rows = await withSnapshot(emptyDatabase.url, async ({ migrations, copyOut, tables }) => {
    expect(migrations.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(tables.map(({ name }) => name)).toContain('example_moods');
    const users = tables.find(({ name }) => name === 'users');
    return users && (await copyOut(users).toArray()).join('');
  });
  expect(rows).toContain('old@example.org');
});
