import { setTimeout as sleep } from 'node:timers/promises';

/** Result of a request. */
export interface LoadResponse {
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
  const responses: LoadResponse[] = [];
  const stopping = new AbortController();
  const running = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const path = turn % 4 === 0 ? 'write' : 'read';
      responses.push(
        path === 'write' ? await post(url, token, worker, turn) : await readFeed(url, token),
      );
      await sleep(pauseMs);
    }
  });
  return {
    responses,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function readFeed(url: string, token: string): Promise<LoadResponse> {
  const startedAt = Date.now();
  const response = await fetch(`${url}/api/threads`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return describe(response, startedAt);
}

async function post(
  url: string,
  token: string,
  worker: number,
  turn: number,
): Promise<LoadResponse> {
  const startedAt = Date.now();
  const response = await fetch(`${url}/api/threads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      content: `Written by worker ${worker} during database outages: ${turn}`,
    }),
  });
  const body: unknown = await response.json();
  const isThread = typeof body === 'object' && body !== null && 'id' in body;
  const threadId = isThread && typeof body.id === 'string' ? body.id : undefined;
  return { ...describe(response, startedAt), ...(threadId !== undefined && { threadId }) };
}

function describe(response: Response, startedAt: number): LoadResponse {
  const retryAfter = response.headers.get('Retry-After');
  return { status: response.status, retryAfter, at: Date.now(), ms: Date.now() - startedAt };
}
