// pnpm bench:streams: memory of open streams and latency of messages. README.md describes it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { openRunDirectory } from '@skein/db/testing';
import { startApi } from '../api/servers.ts';
import { countUnread, createGroup, registerMany, sendMessage, type Account } from './accounts.ts';
import { openStream } from './stream-client.ts';

const streamsCount = Number(process.env['STREAMS'] ?? 10_000);
/** Sends to groups of this many users instead of pairs. */
const groupSize = Number(process.env['GROUP_SIZE'] ?? 0);
const messagesPerSecond = 50;
const seconds = Number(process.env['SECONDS'] ?? 20);
/** The warm-up is not measured: the server compiles the sending code, and PostgreSQL prepares its statements. */
const warmUpSeconds = 2;
const settleMs = 3000;
const workersCount = 20;
const thresholds = { streamMaxKb: 20, streamTargetKb: 15, p99MaxMs: 8, p99TargetMs: 5 };

/** Send times of messages in transit, by text. */
const sentAt = new Map<string, number>();
const deliveryMs: number[] = [];
/** Time to the response of the sender; the streams add the difference. */
const responseMs: number[] = [];
let sentCount = 0;

await using stack = new AsyncDisposableStack();
const { directory: dataDirectory } = stack.use(openRunDirectory());
const database = stack.adopt(
  await startEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined }),
  (server) => server.stop(),
);

log(`Creating ${streamsCount} accounts`);
/** The id of the group of each account; none without `GROUP_SIZE`. */
const groupIds = new Map<Account, string>();
const accounts = await createAccounts();
// Restart, so that the memory of creating accounts is not counted.
const api = stack.adopt(
  await startApi(database.url, dataDirectory, { canCollectGarbage: true }),
  (server) => server.stop(),
);
const startedMb = await measureMemoryMb();
// A plain request for each user, because their code and cached sessions are no part of the streams.
await forEachAccount((account) => countUnread(api.origin, account));
const idleMb = await measureMemoryMb();

log(`Opening ${streamsCount} streams`);
await forEachAccount(openUserStream);
const openMb = await measureMemoryMb();

await sendMessages(messagesPerSecond * warmUpSeconds);
await sleep(settleMs);
responseMs.length = 0;
deliveryMs.length = 0;
log(`Sending ${messagesPerSecond} messages per second for ${seconds} seconds`);
await sendMessages(messagesPerSecond * seconds);
await sleep(settleMs);
report(await measureMemoryMb());

async function createAccounts(): Promise<Account[]> {
  const server = await startApi(database.url, dataDirectory);
  try {
    const registered = await registerMany(server.origin, streamsCount);
    for (let first = 0; groupSize > 0 && first < streamsCount; first += groupSize) {
      const members = registered.slice(first, first + groupSize);
      const id = await createGroup(server.origin, members);
      for (const member of members) groupIds.set(member, id);
    }
    return registered;
  } finally {
    await server.stop();
  }
}

async function openUserStream({ token }: Account): Promise<void> {
  const stream = await openStream(api.origin, token, (content) => {
    const begin = sentAt.get(content);
    if (begin !== undefined) deliveryMs.push(performance.now() - begin);
    // In a group, all members count.
    if (groupSize === 0) sentAt.delete(content);
  });
  stack.defer(() => stream.close());
}

/** Runs a function for all accounts, a few at a time. */
async function forEachAccount(action: (account: Account) => Promise<void>): Promise<void> {
  const remaining = [...accounts];
  const worker = async () => {
    for (let account = remaining.pop(); account !== undefined; account = remaining.pop())
      await action(account);
  };
  await Promise.all(Array.from({ length: workersCount }, worker));
}

/** Resident memory of the server after a garbage collection; garbage would vary more than the streams need. */
async function measureMemoryMb(): Promise<number> {
  await sleep(settleMs);
  await api.collectGarbage();
  return api.memoryMb() ?? Number.NaN;
}

/** Sends each message to another pair or group, without waiting for the previous one. */
async function sendMessages(count: number): Promise<void> {
  const sending: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const step = Math.max(1, groupSize);
    const [sender, partner] = [index * step, index * 7 + 1].map(
      (at) => accounts[at % accounts.length],
    );
    const groupId = sender && groupIds.get(sender);
    if (sender === undefined || partner === undefined || sender === partner) continue;
    const target = groupId === undefined ? { receiverId: partner.id } : { conversationId: groupId };
    sentCount += 1;
    const content = `message ${sentCount}`;
    const begin = performance.now();
    sentAt.set(content, begin);
    const response = sendMessage(api.origin, sender, target, content).then(() => {
      responseMs.push(performance.now() - begin);
    });
    sending.push(response);
    await sleep(1000 / messagesPerSecond);
  }
  await Promise.all(sending);
}

function report(afterMb: number): void {
  const streamKb = ((openMb - idleMb) * 1024) / streamsCount;
  const measurements = {
    streams: streamsCount,
    ...(groupSize > 0 && { groupSize }),
    /** The load of the machine over one minute. If it exceeds two with two cores, other programs ran. */
    load: loadavg()[0],
    memory: { startedMb, idleMb, openMb, streamKb, afterMb },
    responded: distribution(responseMs),
    received: distribution(deliveryMs),
    thresholds,
  };
  const results = path.join(import.meta.dirname, '../results');
  mkdirSync(results, { recursive: true });
  const file = path.join(
    results,
    `${new Date().toISOString().slice(0, 10)}-${groupSize > 0 ? 'group-' : ''}streams-${streamsCount}.json`,
  );
  writeFileSync(
    file,
    `${JSON.stringify(measurements, (_, value: unknown) => rounded(value), 2)}\n`,
  );
  log(
    `${streamsCount} streams: ${streamKb.toFixed(1)} kB each (idle ${idleMb}, open ${openMb} MB)`,
  );
  for (const name of ['responded', 'received'] as const) {
    log(
      `send → ${name}: ${JSON.stringify(measurements[name], (_, value: unknown) => rounded(value))}`,
    );
  }
  log(`Written to ${path.relative(process.cwd(), file)}`);
}

function distribution(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
