import { fork } from 'node:child_process';
import path from 'node:path';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadPlan {
  origin: string;
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
  expectedStatus: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p975Ms: number;
  p99Ms: number;
  /** Responses with an unexpected status and requests without a response. */
  failures: number;
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
