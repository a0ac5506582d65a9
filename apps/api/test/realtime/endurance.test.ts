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
  api = await startTestApi();
  // As at a server that hears of the ends of sessions: nothing is asked for each request.
  api.services.auth.sessionCache.enable();
});

afterAll(() => api.close());

/** Opens a stream and leaves as soon as it has begun. */
function visit({ auth }: User): Promise<void> {
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

/** In bytes, once nothing is left to be collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  // V8 gives it to contexts that are made after that flag was set.
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

async function visitOften(people: readonly User[], times: number): Promise<void> {
  let left = times;
  const visitor = async (person: User) => {
    while (left > 0) {
      left -= 1;
      await visit(person);
    }
  };
  await Promise.all(people.flatMap((person) => [visitor(person), visitor(person)]));
}

describe('five thousand visits', () => {
  it('leave nothing behind', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => createUser(api)));
    const { streams } = api.services;
    await visitOften(people, 500);
    await expect.poll(() => streams.count()).toBe(0);
    const listeners = process.eventNames().map((name) => process.listenerCount(name));
    const before = heapInUse();
    await visitOften(people, 4500);
    await expect.poll(() => streams.count()).toBe(0);
    expect(process.eventNames().map((name) => process.listenerCount(name))).toEqual(listeners);
    // Two kilobytes a visit would already be more.
    expect(heapInUse() - before).toBeLessThan(8 * 1024 * 1024);

    const [ada, ben] = people;
    if (ada === undefined || ben === undefined) throw new Error('Nobody is left.');
    const stream = await listen(api, ben);
    await sendAll(api, [ada, ben], ['still here']);
    await stream.until('message');
    expect(stream.contents()).toEqual(['still here']);
  });
});
