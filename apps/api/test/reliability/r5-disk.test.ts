import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharp } from '../../src/modules/media/image/sharp.ts';
import { ask, register } from '../support/ask.ts';
import type { Answer } from '../support/ask.ts';
import { flatPng } from '../media/sample-images.ts';
import { startOwnDatabase } from '../support/own-database.ts';
import type { OwnDatabase } from '../support/own-database.ts';
import { startOwnServer } from '../support/own-server.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { expectRefusal } from '../support/answers.ts';

let own: OwnDatabase;

beforeEach(async () => {
  own = await startOwnDatabase();
});

afterEach(() => own.close());

/** About 2 MB of what no format makes smaller. */
async function noisyPng(): Promise<Buffer> {
  const [width, height] = [850, 800];
  const data = crypto.getRandomValues(new Uint8Array(65_536));
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += data.length) {
    pixels.set(crypto.getRandomValues(data).subarray(0, pixels.length - at), at);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

it(
  'refuses uploads cleanly while the disk is full, and goes on',
  { timeout: 120_000 },
  async () => {
    const dataDirectory = path.join(own.directory, 'server');
    await mkdir(dataDirectory);
    const server = startOwnServer(own, { under: onSmallDisk(dataDirectory) });
    const address = await server.ready;
    const { token } = await register(address, 'ada');
    const post = (content: string, picture?: Buffer): Promise<Answer> => {
      const body = new FormData();
      body.set('content', content);
      if (picture) body.set('media', new Blob([new Uint8Array(picture)]), 'picture.png');
      return ask(address, { path: '/api/threads', token, body });
    };
    const large = await noisyPng();
    for (let turn = 0; turn < 3; turn += 1) {
      const refused = await post(`too large ${turn}`, large);
      expectRefusal(refused, 'unavailable');
      expect(refused.headers['retry-after']).toBe('5');
      expect((await post(`only text ${turn}`)).status).toBe(201);
    }
    // What was refused has left its room to others.
    expect((await post('a small one', flatPng(60, 40))).status).toBe(201);
    expect(await own.database.media.count()).toBe(1);
    expect(await own.database.thread.count()).toBe(4);
    server.expectNoFailures();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);
