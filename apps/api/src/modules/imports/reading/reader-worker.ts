import { once } from 'node:events';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '../../../platform/errors.ts';
import type { ArchivePost, CountBytes, SkipReason } from '../posts/archive-post.ts';
import type { ReaderMessage, ReadRequest } from './reader-messages.ts';

// Runs in a worker thread, which reads one file and ends. It loads its modules again, and compiling them takes
// most of the time of a small file. A thread does not inherit the compile cache of the process.
enableCompileCache();

const batchMaxItems = 250;
/** Limits the texts of a batch, so that the main thread receives and stores it in a few milliseconds. */
const batchMaxLength = 200_000;
const megabyte = 1024 ** 2;
/** Bytes are reported in steps, so that a file that exceeds the limit of the user ends soon. */
const reportedMegabytes = 16;

let unreportedBytes = 0;

function send(message: ReaderMessage): void {
  parentPort?.postMessage(message);
}

const countBytes: CountBytes = (bytes) => {
  unreportedBytes += bytes;
  if (unreportedBytes >= reportedMegabytes * megabyte) reportBytes();
};

function reportBytes(): void {
  if (unreportedBytes === 0) return;
  send({ type: 'unpacked', megabytes: Math.ceil(unreportedBytes / megabyte) });
  unreportedBytes = 0;
}

async function readPosts(request: Extract<ReadRequest, { content: 'posts' }>) {
  const { readArchive } = await import('../posts/read-archive.ts');
  const { createNewestPosts } = await import('../posts/newest-posts.ts');
  flushCompileCache();
  const skipped: Record<SkipReason, number> = {
    repost: 0,
    reply: 0,
    private: 0,
    empty: 0,
    excess: 0,
  };
  const newest = createNewestPosts();
  await readArchive(request.path, request, {
    countBytes,
    add: (post) => newest.add(post),
    skip: (reason, count = 1) => {
      skipped[reason] += count;
    },
  });
  const items = newest.list();
  skipped.excess += newest.countExcess();
  return { items, summary: skipped, measure: (post: ArchivePost) => post.text.length };
}

async function readAccounts({ path, kind, hosts }: Extract<ReadRequest, { content: 'accounts' }>) {
  const { parseCsv } = await import('./parse-csv.ts');
  flushCompileCache();
  const items = await parseCsv(path, kind, hosts, countBytes);
  return { items, summary: null, measure: () => 0 };
}

function* toBatches<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
): Generator<Item[]> {
  let batch: Item[] = [];
  let length = 0;
  for (const item of items) {
    batch.push(item);
    length += measure(item);
    if (batch.length < batchMaxItems && length < batchMaxLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

async function sendAll<Item>(result: {
  items: readonly Item[];
  summary: unknown;
  measure: (item: Item) => number;
}): Promise<void> {
  reportBytes();
  for (const items of toBatches(result.items, result.measure)) {
    send({ type: 'batch', items });
    if (parentPort !== null) await once(parentPort, 'message');
  }
  send({ type: 'end', summary: result.summary });
}

try {
  // `workerData` has no type.
  const request = workerData as ReadRequest;
  if (request.content === 'posts') await sendAll(await readPosts(request));
  else await sendAll(await readAccounts(request));
} catch (error) {
  // Rejected files count too.
  reportBytes();
  if (error instanceof ValidationError) {
    send({ type: 'rejected', fieldErrors: error.fieldErrors ?? [] });
  } else {
    const { message, code } = error as NodeJS.ErrnoException;
    send({ type: 'failed', message, code });
  }
}
