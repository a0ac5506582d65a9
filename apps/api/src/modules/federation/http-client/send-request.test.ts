import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { send, UnreachableServer } from './send-request.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function startServer(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (signal = new AbortController().signal) =>
    send(
      (_url, options) => request({ ...options, host: '127.0.0.1', port }),
      new URL('https://remote.example/document'),
      { method: 'GET', headers: {}, signal },
    );
}

it('accepts responses of up to 1 MB', async () => {
  const sizes = [1024 * 1024, 1024 * 1024 + 1];
  const get = await startServer((_request, response) => {
    response.end(Buffer.alloc(sizes.shift() ?? 0));
  });
  await expect(get()).resolves.toMatchObject({ status: 200 });
  await expect(get()).rejects.toThrow('The response is too large.');
});

it('waits five seconds for a connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = Promise.withResolvers<void>();
  // The connection has no encryption, so it is never complete.
  const get = await startServer(() => requested.resolve());
  const response = get();
  const isSettled = vi.fn<() => void>();
  response.then(isSettled, isSettled);
  await requested.promise;
  await vi.advanceTimersByTimeAsync(4999);
  expect(isSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(response).rejects.toThrow(UnreachableServer);
});

it('ends at the signal of its caller, also in the middle of a response', async () => {
  const caller = new AbortController();
  const requested = Promise.withResolvers<void>();
  const get = await startServer((_request, response) => {
    response.write('{', () => requested.resolve());
  });
  const response = get(caller.signal);
  await requested.promise;
  caller.abort();
  await expect(response).rejects.toThrow(UnreachableServer);
});
