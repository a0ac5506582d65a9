import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { listen, sendAll } from './support.ts';

let api: TestApi;

beforeAll(async () => {
  // Each user opens more streams than allowed.
  api = await startTestApi({ limits: 'off' });
  // As on a server that is notified of ended sessions: requests do not query the session.
  api.services.auth.sessionCache.enable();
});

afterAll(() => api.close());

/** Opens a stream and disconnects once it has started. */
function openAndClose({ auth }: User): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1');
    const head = `GET /api/chat/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth.Authorization}\r\n\r\n`;
    socket.write(head);
    socket.on('data', (chunk) => {
      if (String(chunk).includes('event: connected')) socket.destroy();
    });
    socket.once('close', resolve).once('error', reject);
  });
}

/** In bytes, after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  // V8 exposes gc to contexts created after the flag was set.
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

function countProcessListeners(): number {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
}

async function openAndCloseOften(users: readonly User[], times: number): Promise<void> {
  let remaining = times;
  const worker = async (user: User) => {
    while (remaining > 0) {
      remaining -= 1;
      await openAndClose(user);
    }
  };
  await Promise.all(users.flatMap((user) => [worker(user), worker(user)]));
}

describe('two thousand streams opened and closed', { timeout: 240_000 }, () => {
  it('leak no memory and no listeners', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => createUser(api)));
    const { realtime } = api.services;
    await openAndCloseOften(users, 500);
    await expect.poll(() => realtime.count()).toBe(0);
    const listeners = countProcessListeners();
    const before = heapInUse();
    await openAndCloseOften(users, 1500);
    await expect.poll(() => realtime.count()).toBe(0);
    // Other code may add or remove a few meanwhile.
    expect(countProcessListeners()).toBeLessThan(listeners + 100);
    // Three kilobytes per stream would exceed it.
    expect(heapInUse() - before).toBeLessThan(4 * 1024 * 1024);

    const [ada, ben] = users;
    if (ada === undefined || ben === undefined) throw new Error('unreachable');
    const stream = await listen(api, ben);
    await sendAll(api, [ada, ben], ['still here']);
    await stream.until('message');
    expect(stream.contents()).toEqual(['still here']);
  });
});
