import type { LoadRequest } from '../load.ts';
import type { Stage } from '../stage.ts';

export interface Case {
  name: string;
  title: string;
  /** Number of connections, if not the default. */
  connections?: number;
  /** Whether some requests also run background work, whose statements cannot be repeated alone. No share of SQL then. */
  runsBackgroundWork?: boolean;
  /** Undefined if the database is too small for the case. */
  prepare(stage: Stage): Promise<Workload | undefined>;
}

export interface Workload {
  expectedStatus: number;
  requests: readonly LoadRequest[];
  /** Throws an error that describes the difference from the expected content. */
  check(body: unknown, index: number): void;
  /** Rows that each response adds to each table. Such requests are sent only once. */
  adds?: Readonly<Record<string, number>>;
}

/** Reads that repeat, each with the check of its response. */
export function readWorkload<Target>(
  targets: readonly Target[],
  toRequest: (target: Target) => LoadRequest,
  check: (body: unknown, target: Target) => void,
): Workload | undefined {
  if (targets.length === 0) return undefined;
  return {
    expectedStatus: 200,
    requests: targets.map(toRequest),
    check(body, index) {
      const target = targets[index];
      if (target !== undefined) check(body, target);
    },
  };
}

export function withEncoding(request: LoadRequest, encodings: string): LoadRequest {
  return { ...request, headers: { ...request.headers, 'accept-encoding': encodings } };
}
