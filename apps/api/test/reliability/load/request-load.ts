import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { sendRequest } from '../../support/http/requests.ts';
import type { TestResponse, RegisteredUser, TestRequest } from '../../support/http/requests.ts';

export interface LoadRequest {
  request: TestRequest;
  /** Null without a complete response. */
  response: TestResponse | null;
  error: unknown;
  ms: number;
}

export interface RequestLoad {
  /** All completed requests. */
  list: readonly LoadRequest[];
  /** Resolves when all users have been stopped by `isEnd`. */
  ended: Promise<unknown>;
  /** Waits for this many more requests. */
  untilMore(count: number): Promise<void>;
  /** Stops after the running requests. */
  stop(): Promise<readonly LoadRequest[]>;
}

interface RequestLoadOptions {
  address: string;
  users: readonly RegisteredUser[];
  /** Whether connections are `reused` as in browsers, or a `new` one is opened per request. */
  connections: 'reused' | 'new';
  /** Between two requests of a user, so that servers that start meanwhile have CPU time. */
  pauseMs?: number;
  /** Returns true to stop the user after this request. */
  isEnd?: (completed: LoadRequest) => boolean;
}

/** Every user reads and writes continuously, without retries. */
export function startRequestLoad({
  address,
  users,
  connections,
  pauseMs = 10,
  isEnd,
}: RequestLoadOptions): RequestLoad {
  const list: LoadRequest[] = [];
  const agent = connections === 'reused' ? new Agent({ keepAlive: true }) : undefined;
  let isStopped = false;
  const loops = users.map(async ({ token }, index) => {
    for (let turn = index; !isStopped; turn += 1) {
      const request = createRequest(turn, token);
      const start = performance.now();
      const outcome = await sendRequest(address, { ...request, ...(agent && { agent }) }).then(
        (response) => ({ response, error: null }),
        (error: unknown) => ({ response: null, error }),
      );
      const completed = { request, ...outcome, ms: performance.now() - start };
      list.push(completed);
      if (isEnd?.(completed) === true) return;
      await sleep(pauseMs);
    }
  });
  return {
    list,
    ended: Promise.all(loops),
    async untilMore(count) {
      const goal = list.length + count;
      await vi.waitFor(() => expect(list.length).toBeGreaterThanOrEqual(goal), {
        timeout: 60_000,
        interval: 2,
      });
    },
    async stop() {
      isStopped = true;
      await Promise.all(loops);
      agent?.destroy();
      return list;
    },
  };
}

function createRequest(turn: number, token: string): TestRequest {
  if (turn % 3 === 0) return { path: '/api/threads', token, body: { content: `thread ${turn}` } };
  if (turn % 3 === 1) return { path: '/api/threads?size=20', token };
  return { path: '/api/users/me', token };
}

/** A short description of the result, for failure lists. */
export function describeRequest({ request, response, error }: LoadRequest): string {
  const sent = `${request.body === undefined ? 'GET' : 'POST'} ${request.path}`;
  const outcome =
    response === null ? String(error) : `${response.status} ${JSON.stringify(response.body)}`;
  return `${sent}: ${outcome}`;
}
