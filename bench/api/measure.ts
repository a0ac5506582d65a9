import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Case, Workload } from './cases/case.ts';
import { sumCpuTimes, type ReadCpuTime } from './cpu-time.ts';
import { runLoad, type LoadResult, type Sample } from './load.ts';
import type { RunningApi } from './servers.ts';
import { queryDatabase } from './volume-database.ts';

/** Running servers with their database. */
export interface Target {
  servers: readonly Pick<RunningApi, 'origin' | 'readCpuMs'>[];
  databaseUrl: string;
  readPostgresMs: ReadCpuTime;
}

/** One measurement of a case. */
export interface Round extends Omit<LoadResult, 'samples' | 'reasons'> {
  /** CPU time per request; null if the system does not report it. */
  serverMs: number | null;
  postgresMs: number | null;
  /** Differences from the expected content and rows. */
  faults: string[];
}

export interface LoadOptions {
  connections: number;
  seconds: number;
}

/** More than any case reaches, so that writes do not run out of requests. */
const requestsPerSecondMax = 8000;
const faultsMax = 3;

/** A case on one server. Continues with new requests in each round, because writes happen once. */
export class PreparedCase {
  readonly workload: Workload;
  readonly target: Target;
  readonly connections: number | undefined;
  /** The body of a response of the last round. */
  lastBody: unknown;
  #used = 0;

  constructor(benchCase: Case, workload: Workload, target: Target) {
    this.workload = workload;
    this.target = target;
    this.connections = benchCase.connections;
  }

  /** Leaves out requests that write what another run writes. */
  skip(count: number): void {
    this.#used += count;
  }

  async measure(options: LoadOptions, target = this.target): Promise<Round> {
    const { workload } = this;
    const isWrite = workload.adds !== undefined;
    const first = isWrite ? this.#used : 0;
    const requests = isWrite
      ? workload.requests.slice(first, first + Math.ceil(options.seconds * requestsPerSecondMax))
      : workload.requests;
    const rowsBefore = await this.#countRows();
    const before = readCpu(target);
    const { samples, reasons, ...result } = await runLoad({
      origins: target.servers.map(({ origin }) => origin),
      requests,
      repeats: !isWrite,
      connections: this.connections ?? options.connections,
      seconds: options.seconds,
      expectedStatus: workload.expectedStatus,
    });
    const after = readCpu(target);
    const sent = result.responses + result.failures;
    if (isWrite) this.#used += sent;
    const faults = [
      ...reasons,
      ...(requests.length === 0 ? ['there are no requests left that change a row'] : []),
      ...findContentFaults(samples, (body, index) => {
        this.lastBody = body;
        workload.check(body, first + index);
      }),
      ...findRowFaults(workload, result.responses, rowsBefore, await this.#countRows()),
    ];
    return {
      ...result,
      serverMs: perRequest(before.server, after.server, sent),
      postgresMs: perRequest(before.postgres, after.postgres, sent),
      faults: faults.slice(0, faultsMax),
    };
  }

  async #countRows(): Promise<Record<string, number>> {
    const tables = Object.keys(this.workload.adds ?? {});
    if (tables.length === 0) return {};
    const counts = tables.map((table) => `(SELECT count(*) FROM ${table})::int AS ${table}`);
    const [row] = await queryDatabase<Record<string, number>>(
      this.target.databaseUrl,
      `SELECT ${counts.join(', ')}`,
    );
    return row ?? {};
  }
}

function readCpu({ servers, readPostgresMs }: Target) {
  return {
    server: sumCpuTimes(servers.map(({ readCpuMs }) => readCpuMs))(),
    postgres: readPostgresMs(),
  };
}

export function perRequest(
  before: number | null,
  after: number | null,
  count: number,
): number | null {
  return before === null || after === null || count === 0 ? null : (after - before) / count;
}

function findContentFaults(
  samples: readonly Sample[],
  check: (body: unknown, index: number) => void,
): string[] {
  return samples.flatMap((sample) => {
    try {
      check(JSON.parse(decode(sample)), sample.index);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
}

function decode({ body, encoding }: Sample): string {
  const decompress = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  return Buffer.from(decompress?.(body) ?? body).toString('utf8');
}

function findRowFaults(
  { adds = {} }: Workload,
  responses: number,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(adds).flatMap(([table, perResponse]) => {
    const added = (after[table] ?? 0) - (before[table] ?? 0);
    const expected = responses * perResponse;
    return added === expected ? [] : [`${table} has ${added} more rows instead of ${expected}`];
  });
}
