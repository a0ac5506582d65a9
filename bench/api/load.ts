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
  /** Answers of another status than expected, and requests without any answer. */
  failures: number;
}

const script = path.join(import.meta.dirname, 'load-process.ts');

/** Runs one measurement in a process of its own, so that it shares no event loop with anybody. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(script, { serialization: 'advanced' });
    child.once('message', (result: LoadResult) => resolve(result));
    child.once('error', reject);
    // After the message this changes nothing any more.
    child.once('exit', (code) => reject(new Error(`The load process ended with code ${code}.`)));
    child.send(plan);
  });
}
