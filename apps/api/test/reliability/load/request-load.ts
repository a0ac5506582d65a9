import { Agent } from 'node:http';
import { expect, vi } from 'vitest';
import { sendRequest } from '../../support/http/requests.ts';
import type { TestResponse, Member, TestRequest } from '../../support/http/requests.ts';

export interface Visit {
  question: TestRequest;
  /** Null when no whole response came. */
  response: TestResponse | null;
  error: unknown;
  ms: number;
}

export interface Visits {
  /** All that have ended. */
  list: readonly Visit[];
  /** When every visitor has come to an end by `isEnd`. */
  ended: Promise<unknown>;
  /** Waits for so many more. */
  untilMore(count: number): Promise<void>;
  /** Waits for the running ones. */
  stop(): Promise<readonly Visit[]>;
}

interface VisitOptions {
  address: string;
  users: readonly Member[];
  /** Which connections to use: `kept` ones, as browsers do, or a `new` one for each request. */
  connections: 'kept' | 'new';
  /** True ends the visitor who was answered so. */
  isEnd?: (visit: Visit) => boolean;
}

/** Everybody reads and writes without a pause. Nothing is sent twice. */
export function startVisits({ address, users, connections, isEnd }: VisitOptions): Visits {
  const list: Visit[] = [];
  const agent = connections === 'kept' ? new Agent({ keepAlive: true }) : undefined;
  let isOver = false;
  const visitors = users.map(async ({ token }, index) => {
    for (let turn = index; !isOver; turn += 1) {
      const question = questionOf(turn, token);
      const start = performance.now();
      const outcome = await sendRequest(address, { ...question, ...(agent && { agent }) }).then(
        (response) => ({ response, error: null }),
        (error: unknown) => ({ response: null, error }),
      );
      const visit = { question, ...outcome, ms: performance.now() - start };
      list.push(visit);
      if (isEnd?.(visit) === true) return;
    }
  });
  return {
    list,
    ended: Promise.all(visitors),
    async untilMore(count) {
      const goal = list.length + count;
      await vi.waitFor(() => expect(list.length).toBeGreaterThanOrEqual(goal), {
        timeout: 60_000,
        interval: 2,
      });
    },
    async stop() {
      isOver = true;
      await Promise.all(visitors);
      agent?.destroy();
      return list;
    },
  };
}

function questionOf(turn: number, token: string): TestRequest {
  if (turn % 3 === 0) return { path: '/api/threads', token, body: { content: `thread ${turn}` } };
  if (turn % 3 === 1) return { path: '/api/threads?size=20', token };
  return { path: '/api/users/me', token };
}

/** How it ended, in a few words: for a list of what went wrong. */
export function describeVisit({ question, response, error }: Visit): string {
  const asked = `${question.body === undefined ? 'GET' : 'POST'} ${question.path}`;
  const outcome =
    response === null ? String(error) : `${response.status} ${JSON.stringify(response.body)}`;
  return `${asked}: ${outcome}`;
}
