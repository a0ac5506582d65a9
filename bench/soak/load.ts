import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../streams/accounts.ts';

export interface Outcome {
  requests: number;
  /** Error responses and failed requests by kind, excluding 503 with Retry-After. */
  failures: Map<string, number>;
  /** Responses with 503 and Retry-After because of too many concurrent requests. */
  deferred: number;
  /** Contents of acknowledged messages. */
  sent: Set<string>;
  durationsMs: number[];
}

const answerTimeoutMs = 30_000;

interface LoadOptions {
  origin: string;
  accounts: readonly Account[];
  /** Current requests per second. */
  perSecond: () => number;
  untilMs: number;
  /** The load pauses until this resolves. */
  onEverySecond: (outcome: Outcome) => Promise<void>;
}

interface Request {
  path: string;
  body?: object;
}

/** Sends mixed reads and writes at a fixed rate, independent of responses. */
export async function runLoad(options: LoadOptions): Promise<Outcome> {
  const { accounts, perSecond, untilMs } = options;
  const outcome: Outcome = {
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
    const request = requestOf(turn, { account, other, threadId: threads.at(-1) });
    const work = send(options.origin, account, request, outcome).then((answer) => {
      if (request.path === '/api/threads' && isMade(answer)) threads.splice(0, 1, answer.id);
    });
    running.add(work);
    void work.finally(() => running.delete(work));
    if (nextMs >= nextSecondMs) {
      const pausedAtMs = performance.now();
      await options.onEverySecond(outcome);
      // Skips requests missed during a pause instead of sending them at once.
      nextMs += performance.now() - pausedAtMs;
      nextSecondMs = nextMs + 1000;
    }
    nextMs += 1000 / perSecond();
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  await Promise.all(running);
  return outcome;
}

/** Seven reads for three writes. */
function requestOf(
  turn: number,
  { account, other, threadId }: { account: Account; other: Account; threadId: string | undefined },
): Request {
  switch (turn % 10) {
    case 0:
      return { path: '/api/threads', body: { content: `What happens in turn ${turn} #soak` } };
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
  outcome: Outcome,
): Promise<unknown> {
  const start = performance.now();
  outcome.requests += 1;
  try {
    const response = await fetch(origin + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.status === 503 && response.headers.has('retry-after')) {
      outcome.deferred += 1;
      return undefined;
    }
    if (!response.ok) throw new Error(`${response.status}`);
    if (path === '/api/chat/send' && body !== undefined && 'content' in body) {
      outcome.sent.add(String(body.content));
    }
    return answer;
  } catch (error) {
    const what = `${path.replace(/[0-9a-f-]{36}/, '{id}')}: ${String(error)}`;
    outcome.failures.set(what, (outcome.failures.get(what) ?? 0) + 1);
    return undefined;
  } finally {
    outcome.durationsMs.push(performance.now() - start);
  }
}

function isMade(answer: unknown): answer is { id: string } {
  return typeof answer === 'object' && answer !== null && 'id' in answer;
}
