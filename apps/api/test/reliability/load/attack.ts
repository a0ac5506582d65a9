import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { sendRequest } from '../../support/http/requests.ts';
import type { TestRequest } from '../../support/http/requests.ts';

export type AttackRequest = Omit<TestRequest, 'agent' | 'body'> & { body?: object };

/** Requests that are sent at once. */
export interface AttackOrder {
  address: string;
  requests: readonly AttackRequest[];
  /** Sent with each request, as a form. */
  file?: Uint8Array | undefined;
}

interface Measurement {
  /** The name of the attack in the log. */
  name: string;
  address: string;
  /** The honest user's request; each is sent after the response to the one before. */
  honest: (count: number) => TestRequest;
  /** The honest user's requests before each attack. */
  samples?: number;
  /** The attack of each round, so that every round has its own accounts and addresses. */
  attacks: readonly Omit<AttackOrder, 'address'>[];
}

export interface AttackResult {
  /** Statuses of the honest user's responses. */
  statuses: ReadonlySet<number>;
  /** Statuses of the attack's responses, and how often each occurred. */
  attackStatuses: Record<string, number>;
  /** Milliseconds of the honest user's requests. */
  before: Percentiles;
  during: Percentiles;
}

interface Percentiles {
  p50: number;
  p95: number;
}

const defaultSamples = 20;
/** Between two requests of the honest user. */
const pauseMs = 5;

/**
 * Measures the honest user's requests before and during each attack. The percentiles are medians over the
 * rounds, which alternate, so that other work on the machine affects both.
 */
export async function measureAttacks(measurement: Measurement): Promise<AttackResult> {
  const { name, address, attacks, samples: count = defaultSamples } = measurement;
  const worker = new Worker(new URL('./attack-worker.ts', import.meta.url));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await worker.terminate();
  });
  const honestStatuses = new Set<number>();
  const attackStatuses: Record<string, number> = {};
  const rounds = { before: [] as Percentiles[], during: [] as Percentiles[] };
  let sent = 0;

  async function measure(isDone: (samples: number) => boolean): Promise<Percentiles> {
    const times: number[] = [];
    while (!isDone(times.length)) {
      const request = measurement.honest(sent);
      sent += 1;
      const start = performance.now();
      const { status } = await sendRequest(address, { ...request, agent });
      times.push(performance.now() - start);
      honestStatuses.add(status);
      await sleep(pauseMs);
    }
    return toPercentiles(times);
  }

  await measure((samples) => samples >= count);
  for (const attack of attacks) {
    rounds.before.push(await measure((samples) => samples >= count));
    let isOver = false;
    worker.postMessage({ address, ...attack } satisfies AttackOrder);
    const attacked = once(worker, 'message').then(([statuses]) => {
      isOver = true;
      for (const status of statuses as number[]) {
        attackStatuses[status] = (attackStatuses[status] ?? 0) + 1;
      }
    });
    rounds.during.push(await measure((samples) => isOver && samples > 0));
    await attacked;
  }
  const result = {
    statuses: honestStatuses,
    attackStatuses,
    before: medianPercentiles(rounds.before),
    during: medianPercentiles(rounds.during),
  };
  log(name, result);
  return result;
}

function toPercentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function medianPercentiles(rounds: readonly Percentiles[]): Percentiles {
  const median = (key: keyof Percentiles) =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return { p50: median('p50'), p95: median('p95') };
}

function log(name: string, { before, during, statuses, attackStatuses }: AttackResult): void {
  const show = ({ p50, p95 }: Percentiles) => `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;
  process.stdout.write(
    `${name}: before ${show(before)}; during ${show(during)}; honest ${[...statuses].join(' ')}; attack ${JSON.stringify(attackStatuses)}\n`,
  );
}
