import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { sendRequest } from '../../support/http/requests.ts';
import type { TestResponse, Member } from '../../support/http/requests.ts';
import { makeAct } from './write-operations.ts';
import type { Act } from './write-operations.ts';
import type { Ledger } from './acknowledged-writes.ts';

const retryPauseMs = 20;
const giveUpAfterMs = 60_000;

export interface Storm {
  /** Waits for so many acknowledged writes more. */
  untilAcknowledged(count: number): Promise<void>;
  /** Ends it once every write that was begun is acknowledged. */
  stop(): Promise<void>;
}

interface StormOptions {
  /** Asked anew for every request: a server that starts again may be elsewhere. */
  addressOf: () => string;
  users: readonly Member[];
  ledger: Ledger;
}

/**
 * Everybody writes without a pause, one thing after the other. What gets no response, or a 503, is
 * sent again until it is acknowledged, as a good client does.
 */
export function startStorm(options: StormOptions): Storm {
  const { users, ledger } = options;
  let isOver = false;
  const writers = users.map(async (actor) => {
    while (!isOver) await carryOut(makeAct({ actor, users, ledger }), options);
  });
  return {
    async untilAcknowledged(count) {
      const goal = ledger.count + count;
      await vi.waitFor(() => expect(ledger.count).toBeGreaterThanOrEqual(goal), {
        timeout: giveUpAfterMs,
        interval: 2,
      });
    },
    async stop() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

async function carryOut(act: Act, { addressOf, ledger }: StormOptions): Promise<void> {
  const deadline = performance.now() + giveUpAfterMs;
  while (performance.now() < deadline) {
    // No response, or half of one: it may have been done or not.
    const response = await sendRequest(addressOf(), act.question).catch(() => null);
    if (response !== null && response.status < 300) {
      act.acknowledge(ledger, response.body);
      ledger.count += 1;
      return;
    }
    if (response !== null && !isPutOff(response)) {
      ledger.unexpected.push(
        `${describe(act)}: ${response.status} ${JSON.stringify(response.body)}`,
      );
      return;
    }
    await sleep(retryPauseMs);
  }
  ledger.unexpected.push(`${describe(act)}: never acknowledged`);
}

function isPutOff({ status, headers }: TestResponse): boolean {
  return status === 503 && headers['retry-after'] !== undefined;
}

function describe({ question: { method = 'POST', path } }: Act): string {
  return `${method} ${path}`;
}
