import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { cloneDatabase, findCounterDrift } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newStorageKey, openMediaStore } from '../../src/modules/media/index.ts';
import type { MediaStore } from '../../src/modules/media/index.ts';
import { readDisk } from '../../src/platform/disk-space.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startBucketServer } from '../support/servers/bucket-server.ts';
import type { BucketServer } from '../support/servers/bucket-server.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { backUp, createTempDirectory, restore } from './backup-support.ts';
import { compileCache } from '../support/servers/server-process.ts';
import type { TempDirectory } from './backup-support.ts';

const cliFile = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let api: TestApi;
let folder: TempDirectory;
let bucket: BucketServer;
let ada: User;
/** Fixed, because exports contain their creation time. */
// Both instances have the same time, which is near the time of the ids.
const startedAt = new Date();
const clock = { now: () => startedAt };
const bigKey = newStorageKey();
const bigFile = randomBytes(6 * 1024 * 1024);

beforeAll(async () => {
  [api, folder, bucket] = await Promise.all([
    // Two clients write as fast as they can during a backup.
    startTestApi({ limits: 'off', settings: { clock } }),
    createTempDirectory(),
    startBucketServer(),
  ]);
  ada = await createUser(api, { firstName: 'Ada\t\\N', lastName: '"Łove\u2028lace' });
  for (let number = 0; number < 12; number += 1) {
    await api.request
      .post('/api/threads')
      .set(ada.auth)
      .field('content', `line\nbreak\ttab \\. \\N #tag${number} 🧶`)
      .attach('media', await sampleImage().png().toBuffer(), 'picture.png')
      .expect(201);
  }
  await api.services.mediaStore.put(bigKey, 'original.mp4', bigFile);
  const { id: threadId } = await api.database.thread.findFirstOrThrow();
  await api.database.media.create({
    data: {
      id: newId(),
      ownerId: ada.id,
      threadId,
      type: 'video',
      storageKey: bigKey,
      fileName: 'original.mp4',
      mimeType: 'video/mp4',
      bytes: bigFile.length,
    },
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([api.close(), folder.remove(), bucket.close()]);
});

const source = () => ({ databaseUrl: api.databaseUrl, mediaStore: api.services.mediaStore });

async function withTarget<Result>(
  mediaStore: MediaStore,
  task: (target: TestDatabase & { mediaStore: MediaStore; databaseUrl: string }) => Promise<Result>,
): Promise<Result> {
  const clone = await cloneDatabase(inject('templateUrl'));
  try {
    return await task({ ...clone, databaseUrl: clone.url, mediaStore });
  } finally {
    await clone.drop();
  }
}

describe('a restored backup', () => {
  test.each(['folder', 'bucket'] as const)('has the same data in a %s', async (kind) => {
    const file = folder.fileAt(`complete-${kind}`);
    expect(await backUp(source(), file)).toMatchObject({ missingMedia: 0 });
    const mediaLocation =
      kind === 'bucket'
        ? bucket.location
        : { kind: 'folder' as const, directory: folder.fileAt('restored') };
    await withTarget(
      openMediaStore(mediaLocation, { diskReserveBytes: 0, readDisk }),
      async (target) => {
        const { mediaFiles } = await restore(target, file);
        expect(mediaFiles).toBe((await api.listFiles()).length);
        const restored = await startTestApi({
          databaseUrl: target.url,
          settings: { mediaLocation, clock },
        });
        const [before, after] = await Promise.all([
          downloadExport(api, ada),
          downloadExport(restored, ada),
        ]);
        expect(before.archive.length).toBeGreaterThan(bigFile.length);
        expect(after.archive.equals(before.archive)).toBe(true);
        // Triggers, keys and indexes work as before.
        await restored.request
          .post('/api/threads')
          .set(ada.auth)
          .send({ content: 'a #new word' })
          .expect(201);
        const found = await restored.request.get('/api/threads/search?q=new').set(ada.auth);
        expect(found.body).toMatchObject({ totalElements: 1 });
        expect(await findCounterDrift(target.url)).toEqual([]);
        await restored.close();
      },
    );
  });

  test('is consistent although other clients wrote during the backup', async () => {
    const file = folder.fileAt('moment');
    let isDone = false;
    const write = async () => {
      for (let number = 0; !isDone; number += 1) {
        await api.request
          .post('/api/threads')
          .set(ada.auth)
          .send({ content: `meanwhile #busy ${number}` })
          .expect(201);
      }
    };
    const writing = Promise.all([write(), write()]);
    await backUp(source(), file);
    isDone = true;
    await writing;
    await withTarget(api.services.mediaStore, async (target) => {
      await restore({ ...target, mediaStore: memoryStore() }, file);
      expect(await findCounterDrift(target.url)).toEqual([]);
    });
  });

  test('reports media rows without files', async () => {
    const lost = { pictureKey: newStorageKey(), bannerKey: newStorageKey() };
    await api.database.user.update({ where: { id: ada.id }, data: lost });
    const result = await backUp(source(), folder.fileAt('lost'));
    const none = { pictureKey: null, bannerKey: null };
    await api.database.user.update({ where: { id: ada.id }, data: none });
    expect(result.missingMedia).toBe(2);
  });
});

describe('a backup to standard output', () => {
  const toOutput = (env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [cliFile, 'backup', '-'], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: api.databaseUrl,
        DATA_DIR: api.services.settings.dataDirectory,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit').then(([code]: unknown[]) => code);
    return { child, ended, errors: text(child.stderr) };
  };

  test('writes a complete archive and nothing else', async () => {
    const file = folder.fileAt('piped');
    const { child, ended, errors } = toOutput();
    await pipeline(child.stdout, createWriteStream(file));
    expect(await errors).toMatch(/^The backup contains \d+ tables and \d+ media files\.\n$/);
    expect(await ended).toBe(0);
    await withTarget(memoryStore(), async (target) => {
      const { mediaFiles } = await restore(target, file);
      expect(mediaFiles).toBe((await api.listFiles()).length);
    });
  });

  test('fails when its reader closes the pipe', async () => {
    const { child, ended, errors } = toOutput();
    await once(child.stdout, 'readable');
    child.stdout.destroy();
    expect(await ended).toBe(1);
    expect(await errors).toMatch(
      /^The backup is not complete, because its output failed: write EPIPE\.\n$/,
    );
  });

  test('fails if npm would write its own lines to the output', async () => {
    const { ended, errors } = toOutput({ npm_config_user_agent: 'npm/11.0.0 node/v24' });
    expect(await ended).toBe(1);
    expect(await errors).toContain('use "npm run --silent backup -- -"');
  });
});

describe('a backup', () => {
  test('is readable only by its owner', async () => {
    const file = folder.fileAt('private');
    await backUp(source(), file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('overwrites no file and leaves no file after a failure', async () => {
    const file = folder.fileAt('there');
    await writeFile(file, 'mine');
    await expect(backUp(source(), file)).rejects.toThrow('already exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
    const mediaStore = { ...source().mediaStore, read: () => Promise.reject(new Error('broken')) };
    const failing = backUp({ ...source(), mediaStore }, folder.fileAt('failing'));
    await expect(failing).rejects.toThrow('broken');
    expect((await readdir(folder.path)).filter((name) => name.startsWith('failing'))).toEqual([]);
    await expect(backUp(source(), folder.fileAt('no/where'))).rejects.toThrow('There is no folder');
  });
});

/** A media store in memory. */
function memoryStore(): MediaStore & { files: Map<string, Buffer> } {
  const disk = openMediaStore(
    { kind: 'folder', directory: folder.fileAt('unused') },
    { diskReserveBytes: 0, readDisk },
  );
  const files = new Map<string, Buffer>();
  return {
    ...disk,
    files,
    async putDeferred(key, fileName, content) {
      const bytes = content instanceof Readable ? await buffer(content) : Buffer.from(content);
      files.set(`${key}/${fileName}`, bytes);
    },
    async remove(key) {
      for (const name of files.keys()) if (name.startsWith(key)) files.delete(name);
    },
  };
}
