// Started by load.ts: receives a plan, returns the result and exits.
import { Client, type Dispatcher } from 'undici';
import type { LoadPlan, LoadRequest, LoadResult, Sample } from './load.ts';

interface Reply {
  status: number;
  bytes: number;
  encoding: string | undefined;
  /** Filled only if it is requested. */
  body: Buffer[];
}

const samplesMax = 40;
/** The first responses, and then one of so many. */
const sampleInterval = 97;

process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => {
    process.send?.(result, () => process.disconnect());
  });
});

async function run(plan: LoadPlan): Promise<LoadResult> {
  const perServer = Math.ceil(plan.connections / plan.origins.length);
  const clients = plan.origins.flatMap((origin) =>
    Array.from({ length: perServer }, () => new Client(origin)),
  );
  const latencies: number[] = [];
  const samples: Sample[] = [];
  let bytes = 0;
  const failures = new Map<string, number>();
  let next = 0;

  async function sendUntil(client: Client, deadline: number): Promise<void> {
    while (performance.now() < deadline && (plan.repeats || next < plan.requests.length)) {
      const index = next % plan.requests.length;
      const keeps = next % sampleInterval < 1 && samples.length < samplesMax;
      next += 1;
      const request = plan.requests[index];
      if (request === undefined) return;
      const sentAt = performance.now();
      const reply = await send(client, request, keeps).catch((error: unknown) => String(error));
      if (typeof reply === 'string' || reply.status !== plan.expectedStatus) {
        const reason = typeof reply === 'string' ? reply : `status ${reply.status}`;
        failures.set(reason, (failures.get(reason) ?? 0) + 1);
        continue;
      }
      latencies.push(performance.now() - sentAt);
      bytes += reply.bytes;
      if (keeps) samples.push({ index, body: Buffer.concat(reply.body), encoding: reply.encoding });
    }
  }

  const start = performance.now();
  const deadline = start + plan.seconds * 1000;
  await Promise.all(clients.map((client) => sendUntil(client, deadline)));
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  const sorted = latencies.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    responses: latencies.length,
    failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
    reasons: [...failures.keys()],
    requestsPerSecond: latencies.length / seconds,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    bytesPerResponse: bytes / Math.max(latencies.length, 1),
    samples,
  };
}

function send(client: Client, request: LoadRequest, keepsBody: boolean): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const reply: Reply = { status: 0, bytes: 0, encoding: undefined, body: [] };
    const handler: Dispatcher.DispatchHandler = {
      // Required by undici.
      onRequestStart: () => undefined,
      onResponseStart(_controller, status, headers) {
        reply.status = status;
        const encoding = headers['content-encoding'];
        reply.encoding = typeof encoding === 'string' ? encoding : undefined;
      },
      onResponseData(_controller, chunk) {
        reply.bytes += chunk.length;
        if (keepsBody) reply.body.push(chunk);
      },
      onResponseEnd: () => resolve(reply),
      onResponseError: (_controller, error) => reject(error),
    };
    const { body = null, method, path, headers } = request;
    client.dispatch({ method, path, headers: { ...headers }, body }, handler);
  });
}
