import { setTimeout as sleep } from 'node:timers/promises';

/** Result of a request. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  /** Time of the response and duration, in milliseconds. */
  at: number;
  ms: number;
  /** The created thread. */
  threadId?: string;
}

const workers = 8;
const pauseMs = 25;

/** Starts users that continuously read the feed and post, until stopped. */
export function startLoad(url: string, token: string) {
  const answers: Answer[] = [];
  const stopping = new AbortController();
  const running = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const path = turn % 4 === 0 ? 'write' : 'read';
      answers.push(
        path === 'write' ? await post(url, token, worker, turn) : await look(url, token),
      );
      await sleep(pauseMs);
    }
  });
  return {
    answers,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function look(url: string, token: string): Promise<Answer> {
  const began = Date.now();
  const answer = await fetch(`${url}/api/threads`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return describe(answer, began);
}

async function post(url: string, token: string, worker: number, turn: number): Promise<Answer> {
  const began = Date.now();
  const answer = await fetch(`${url}/api/threads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      content: `Written by ${worker} while the database comes and goes: ${turn}`,
    }),
  });
  const body: unknown = await answer.json();
  const isThread = typeof body === 'object' && body !== null && 'id' in body;
  const threadId = isThread && typeof body.id === 'string' ? body.id : undefined;
  return { ...describe(answer, began), ...(threadId !== undefined && { threadId }) };
}

function describe(answer: Response, began: number): Answer {
  const retryAfter = answer.headers.get('Retry-After');
  return { status: answer.status, retryAfter, at: Date.now(), ms: Date.now() - began };
}
