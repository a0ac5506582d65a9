import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../../platform/rate-limits/rate-limits.ts';
import { UnavailableError, ValidationError } from '../../../platform/errors.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import { archiveTooLarge } from '../posts/archive-errors.ts';
import type { ReaderMessage, ReadRequest, ReadResults } from './reader-messages.ts';
import { minuteMs } from '../../../platform/clock.ts';

const workerFile = new URL('./reader-worker.ts', import.meta.url);

/** The largest accepted archive takes about half of it on a slow server. */
const cpuMaxMs = 30_000;
/** For a worker that waits, for example for a slow disk. */
const readMaxMs = 5 * minuteMs;
const checkIntervalMs = 250;
/** The largest accepted archives need about half of it. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };

export type FileReader = ReturnType<typeof createFileReader>;

interface ReadOptions<Content extends keyof ReadResults> {
  userId: string;
  request: Extract<ReadRequest, { content: Content }>;
  /** The worker continues when the batch has been received. */
  receive: (items: ReadResults[Content]['item'][]) => Promise<void> | void;
}

/**
 * Reads imported files in worker threads, because their cost is not proportional to their size and would
 * block all other requests. One file at a time per user and two per server.
 */
export function createFileReader(rateLimiter: Pick<RateLimiter, 'consume'>) {
  const queue = createFairQueue({ slots: 2, ownerSlots: 1 });
  return {
    /**
     * @throws ValidationError for the file; RateLimitedError beyond the user's megabytes of a day
     */
    read<Content extends keyof ReadResults>({
      userId,
      request,
      receive,
    }: ReadOptions<Content>): Promise<ReadResults[Content]['summary']> {
      const countMegabytes = async (megabytes: number) => {
        await rateLimiter.consume('importedMegabytes', userKey(userId), megabytes);
      };
      return queue.run({ owner: userId }, async () => {
        const summary = await runWorker(request, {
          countMegabytes,
          // The worker sends items of the content that it was asked for.
          receive: (items) => receive(items as ReadResults[Content]['item'][]),
        });
        return summary as ReadResults[Content]['summary'];
      });
    },
  };
}

interface Receiver {
  countMegabytes: (megabytes: number) => Promise<void>;
  receive: (items: unknown[]) => Promise<void> | void;
}

async function runWorker(workerData: ReadRequest, receiver: Receiver): Promise<unknown> {
  // The worker receives neither the server's secrets nor its flags.
  const worker = new Worker(workerFile, { workerData, env: {}, execArgv: [], resourceLimits });
  // An error after the last message has no other listener, and would end the server.
  worker.on('error', () => undefined);
  const limit = new AbortController();
  const stopWatching = watch(worker, (error) => limit.abort(error));
  try {
    return await receiveAll(worker, limit.signal, receiver);
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason;
    // An ordinary archive does not need so much memory.
    if (isOutOfMemory(error)) throw archiveTooLarge();
    throw error;
  } finally {
    stopWatching();
    await worker.terminate();
  }
}

async function receiveAll(
  worker: Worker,
  signal: AbortSignal,
  { countMegabytes, receive }: Receiver,
): Promise<unknown> {
  for await (const [data] of on(worker, 'message', { signal, close: ['exit'] })) {
    // The iterator has no type for the arguments of an event.
    const message = data as ReaderMessage;
    switch (message.type) {
      case 'unpacked':
        await countMegabytes(message.megabytes);
        break;
      case 'batch':
        await receive(message.items);
        worker.postMessage('next');
        break;
      case 'end':
        return message.summary;
      case 'rejected':
        throw new ValidationError(message.fieldErrors);
      case 'failed':
        throw Object.assign(new Error(message.message), { code: message.code });
    }
  }
  throw new UnavailableError('error.importsUnavailable');
}

/** Ends a worker that takes too long. Returns the function that stops watching. */
function watch(worker: Worker, end: (error: Error) => void): () => void {
  const startedAt = performance.now();
  const check = async () => {
    const { user, system } = await worker.cpuUsage();
    if ((user + system) / 1000 > cpuMaxMs) end(archiveTooLarge());
    else if (performance.now() - startedAt > readMaxMs) {
      end(new UnavailableError('error.importsUnavailable'));
    }
  };
  // A worker that has ended has no usage.
  const timer = setInterval(() => void check().catch(() => undefined), checkIntervalMs);
  return () => clearInterval(timer);
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
