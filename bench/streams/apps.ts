// pnpm bench:app-streams: delivery of threads to the streams of apps. README.md describes it.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { openRunDirectory } from '@skein/db/testing';
import { startApi } from '../api/servers.ts';
import { registerMany, type Account } from './accounts.ts';

const streamsCount = Number(process.env['STREAMS'] ?? 200);
const threadsPerSecond = 10;
const seconds = Number(process.env['SECONDS'] ?? 10);
const p95MaxMs = 50;

await using stack = new AsyncDisposableStack();
const { directory: dataDirectory } = stack.use(openRunDirectory());
const database = stack.adopt(
  await startEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined }),
  (server) => server.stop(),
);
const api = stack.adopt(await startApi(database.url, dataDirectory), (server) => server.stop());
const [author, ...readers] = await registerMany(api.origin, streamsCount + 1);
if (author === undefined) throw new Error('No account was created.');

/** Send times by the text of the thread. */
const sentAt = new Map<string, number>();
const receivedMs: number[] = [];
for (const reader of readers) await open(reader);

for (let index = 0; index < threadsPerSecond * seconds; index += 1) {
  const content = `thread ${index}`;
  sentAt.set(content, performance.now());
  await publish(author, content);
  await sleep(1000 / threadsPerSecond);
}
await sleep(1000);

const sorted = receivedMs.toSorted((a, b) => a - b);
const at = (share: number) =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? NaN) * 10) / 10;
const expected = sentAt.size * readers.length;
console.log(
  `${readers.length} streams: received ${sorted.length} of ${expected}, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (threshold ${p95MaxMs} ms), p99 ${at(0.99)} ms`,
);
if (sorted.length < expected || at(0.95) > p95MaxMs) process.exitCode = 1;

async function open({ token }: Account): Promise<void> {
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  stack.defer(() => void socket.on('error', () => undefined).destroy());
  socket.write(
    `GET /api/v1/streaming/public HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    let text = '';
    socket.once('error', reject);
    socket.on('data', (chunk: string) => {
      resolve();
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const content = /"content":"<p>([^<]*)</.exec(block)?.[1];
        const begin = sentAt.get(content ?? '');
        if (begin !== undefined) receivedMs.push(performance.now() - begin);
      }
    });
  });
}

async function publish({ token }: Account, content: string): Promise<void> {
  const body = new FormData();
  body.set('content', content);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api.origin}/api/threads`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`Publishing returned ${response.status}.`);
  await response.arrayBuffer();
}
