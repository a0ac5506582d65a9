import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { listen, type Listener } from '../listen.ts';
import { cloneDatabase, type TestDatabase } from '../testing/index.ts';
import { query } from './support/query.ts';

let clone: TestDatabase;
let listener: Listener | undefined;

beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
});

afterEach(async () => {
  await listener?.stop();
  await clone.drop();
});

function start(url = clone.url) {
  const heard = {
    onNotification: vi.fn<(payload: string) => void>(),
    onGap: vi.fn<() => void>(),
    onLive: vi.fn<() => void>(),
  };
  listener = listen({ url, channel: 'skein_test', ...heard });
  return heard;
}

const announce = (payload: string) =>
  query(clone.url, `SELECT pg_notify('skein_test', '${payload}')`);

test('what is announced is heard', async () => {
  const heard = start();
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await announce('one');
  await vi.waitFor(() => expect(heard.onNotification.mock.calls).toEqual([['one']]));
  expect(heard.onGap).not.toHaveBeenCalled();
});

test('a lost connection is told of, and made again', async () => {
  const heard = start();
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await query(
    clone.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-listener' AND datname = current_database()",
  );
  await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledTimes(2), { timeout: 5000 });
  await announce('two');
  await vi.waitFor(() => expect(heard.onNotification.mock.calls).toEqual([['two']]));
});

test('a database that is not there is tried until it is stopped', async () => {
  const heard = start('postgresql://nobody@127.0.0.1:1/nothing');
  await vi.waitFor(() => expect(heard.onGap.mock.calls.length).toBeGreaterThan(1), {
    timeout: 5000,
  });
  await listener?.stop();
  const { length } = heard.onGap.mock.calls;
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  expect(heard.onGap.mock.calls).toHaveLength(length);
  expect(heard.onLive).not.toHaveBeenCalled();
});
