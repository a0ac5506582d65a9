import { fork } from 'node:child_process';
import path from 'node:path';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadPlan {
  /** The servers; each has the same number of connections. */
  origins: readonly string[];
  /** Sent in this order, spread over the connections. */
  requests: readonly LoadRequest[];
  /** Starts again after the last request; otherwise the measurement ends there. */
  repeats: boolean;
  connections: number;
  seconds: number;
  expectedStatus: number;
}

/** A response whose content is checked. */
export interface Sample {
  /** Position of its request in the plan. */
  index: number;
  body: Uint8Array;
  encoding: string | undefined;
}

export interface LoadResult {
  /** Responses with the expected status. */
  responses: number;
  /** Responses with another status and requests without a response. */
  failures: number;
  /** The different reasons of failures. */
  reasons: string[];
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Mean size of the bodies as sent. */
  bytesPerResponse: number;
  samples: Sample[];
}

const script = path.join(import.meta.dirname, 'load-process.ts');

/** Runs one measurement in a separate process, so that it shares no event loop. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(script, { serialization: 'advanced' });
    child.once('message', (result: LoadResult) => resolve(result));
    child.once('error', reject);
    // Has no effect after the message.
    child.once('exit', (code) => reject(new Error(`The load process exited with code ${code}.`)));
    child.send(plan);
  });
}
