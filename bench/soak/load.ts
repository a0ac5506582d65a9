import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../streams/accounts.ts';

export interface LoadResult {
  requests: number;
  /** Error responses and failed requests by kind, excluding 503 with Retry-After. */
  failures: Map<string, number>;
  /** Responses with 503 and Retry-After because of too many concurrent requests. */
  deferred: number;
  /** Contents of acknowledged messages. */
  sent: Set<string>;
  durationsMs: number[];
}

const responseTimeoutMs = 30_000;

interface LoadOptions {
  origin: string;
  accounts: readonly Account[];
  /** Current requests per second. */
  perSecond: () => number;
  untilMs: number;
  /** The load pauses until this resolves. */
  onEverySecond: (result: LoadResult) => Promise<void>;
}

interface Request {
  path: string;
  body?: object;
}

/** Sends mixed reads and writes at a fixed rate, independent of responses. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { accounts, perSecond, untilMs } = options;
  const result: LoadResult = {
    requests: 0,
    failures: new Map(),
    deferred: 0,
    sent: new Set(),
    durationsMs: [],
  };
  const running = new Set<Promise<void>>();
  const threads: string[] = [];
  let nextMs = performance.now();
  let nextSecondMs = nextMs;
  for (let turn = 0; performance.now() < untilMs; turn += 1) {
    const account = accounts[(turn * 7) % accounts.length];
    const other = accounts[(turn * 11 + 1) % accounts.length];
    if (account === undefined || other === undefined) throw new Error('There are no accounts.');
    const request = getRequest(turn, { account, other, threadId: threads.at(-1) });
    const pending = send(options.origin, account, request, result).then((responseBody) => {
      if (request.path === '/api/threads' && hasId(responseBody))
        threads.splice(0, 1, responseBody.id);
    });
    running.add(pending);
    void pending.finally(() => running.delete(pending));
    if (nextMs >= nextSecondMs) {
      const pausedAtMs = performance.now();
      await options.onEverySecond(result);
      // Skips requests missed during a pause instead of sending them at once.
      nextMs += performance.now() - pausedAtMs;
      nextSecondMs = nextMs + 1000;
    }
    nextMs += 1000 / perSecond();
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  await Promise.all(running);
  return result;
}

/** Seven reads for three writes. */
function getRequest(
  turn: number,
  { account, other, threadId }: { account: Account; other: Account; threadId: string | undefined },
): Request {
  switch (turn % 10) {
    case 0:
      return { path: '/api/threads', body: { content: `Thread ${turn} of the soak test #soak` } };
    case 1:
      if (other.id === account.id) return { path: '/api/users/me' };
      return { path: '/api/chat/send', body: { receiverId: other.id, content: `message ${turn}` } };
    case 2:
      if (threadId === undefined) return { path: '/api/users/me' };
      return { path: `/api/threads/${threadId}/like`, body: { on: turn % 20 === 2 } };
    case 3:
    case 4:
      return { path: '/api/threads?feed=following' };
    case 5:
      return { path: `/api/users/${other.id}` };
    case 6:
      return { path: '/api/chat/conversations' };
    case 7:
      return { path: '/api/notifications' };
    case 8:
      return { path: '/api/users/me' };
    default:
      return { path: '/api/threads' };
  }
}

/** Returns the response if successful. */
async function send(
  origin: string,
  { token }: Account,
  { path, body }: Request,
  result: LoadResult,
): Promise<unknown> {
  const start = performance.now();
  result.requests += 1;
  try {
    const response = await fetch(origin + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    const responseBody: unknown = await response.json();
    if (response.status === 503 && response.headers.has('retry-after')) {
      result.deferred += 1;
      return undefined;
    }
    if (!response.ok) throw new Error(`${response.status}`);
    if (path === '/api/chat/send' && body !== undefined && 'content' in body) {
      result.sent.add(String(body.content));
    }
    return responseBody;
  } catch (error) {
    const failure = `${path.replace(/[0-9a-f-]{36}/, '{id}')}: ${String(error)}`;
    result.failures.set(failure, (result.failures.get(failure) ?? 0) + 1);
    return undefined;
  } finally {
    result.durationsMs.push(performance.now() - start);
  }
}

function hasId(responseBody: unknown): responseBody is { id: string } {
  return typeof responseBody === 'object' && responseBody !== null && 'id' in responseBody;
}
