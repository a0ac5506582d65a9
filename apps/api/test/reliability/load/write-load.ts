import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { sendRequest } from '../../support/http/requests.ts';
import type { TestResponse, RegisteredUser } from '../../support/http/requests.ts';
import { createWriteOperation } from './write-operations.ts';
import type { WriteOperation } from './write-operations.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';

const retryPauseMs = 20;
const timeoutMs = 60_000;

export interface WriteLoad {
  /** Waits for this many more acknowledged writes. */
  untilAcknowledged(count: number): Promise<void>;
  /** Stops after every started write is acknowledged. */
  stop(): Promise<void>;
}

interface WriteLoadOptions {
  /** Called for every request, because a restarted server may have another address. */
  getAddress: () => string;
  users: readonly RegisteredUser[];
  acknowledged: AcknowledgedWrites;
}

/**
 * Every user writes continuously. A write without a response or with a 503 is repeated until it is
 * acknowledged, like a client should.
 */
export function startWriteLoad(options: WriteLoadOptions): WriteLoad {
  const { users, acknowledged } = options;
  let isStopped = false;
  const writers = users.map(async (actor) => {
    while (!isStopped) await execute(createWriteOperation({ actor, users, acknowledged }), options);
  });
  return {
    async untilAcknowledged(count) {
      const goal = acknowledged.count + count;
      await vi.waitFor(() => expect(acknowledged.count).toBeGreaterThanOrEqual(goal), {
        timeout: timeoutMs,
        interval: 2,
      });
    },
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

async function execute(
  operation: WriteOperation,
  { getAddress, acknowledged }: WriteLoadOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    // If there is no complete response, the write may or may not have been executed.
    const response = await sendRequest(getAddress(), operation.request).catch(() => null);
    if (response !== null && response.status < 300) {
      operation.acknowledge(acknowledged, response.body);
      acknowledged.count += 1;
      return;
    }
    if (response !== null && !isRetryable(response)) {
      acknowledged.unexpected.push(
        `${describe(operation)}: ${response.status} ${JSON.stringify(response.body)}`,
      );
      return;
    }
    await sleep(retryPauseMs);
  }
  acknowledged.unexpected.push(`${describe(operation)}: never acknowledged`);
}

function isRetryable({ status, headers }: TestResponse): boolean {
  return status === 503 && headers['retry-after'] !== undefined;
}

function describe({ request: { method = 'POST', path } }: WriteOperation): string {
  return `${method} ${path}`;
}
