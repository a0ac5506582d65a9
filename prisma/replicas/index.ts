import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from '../server.ts';
import { createPositions, everyone } from './positions.ts';
import { createPrimary } from './primary.ts';
import { isRepeatable, Replica, ReplicaError } from './replica.ts';
import { shareNext } from './share-next.ts';

export { everyone } from './positions.ts';

const checkIntervalMs = 200;

export interface ReplicasOptions {
  /** The address of the primary itself, not of a pooler. */
  primaryUrl: string;
  urls: readonly string[];
  /** Connections for each replica. */
  poolSize: number;
  /** A replica that is further behind is not used. */
  maxLagMs: number;
  /** A replica is used again, or not any more because of the error. `number` starts at 1. */
  onChange: (change: { number: number; error?: unknown }) => void;
}

export interface ReadRequest {
  /** Whose reads; undefined for someone without an account. */
  userId: string | undefined;
  /** The position that the replica must have replayed. */
  after: number;
}

/** The reads of one database server, for metrics. */
export interface ReadStats {
  /** Requests that read from it. */
  reads: number;
  replica?: {
    /** Starts at 1. */
    number: number;
    isUsed: boolean;
    /** It had replayed everything this long ago; undefined if it is disabled or far behind. */
    lagMs: number | undefined;
    /** Failed statements that the primary repeated. */
    fallbacks: number;
  };
}

/** The server of the current request's reads; undefined after a failure. */
interface Scope {
  replica: Replica | undefined;
}

/**
 * Sends reads to replicas. Statements use the primary, except within `read`. Knows how far each
 * replica is behind and who must not read from it yet.
 */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #scope = new AsyncLocalStorage<Scope>();
  readonly #positions = createPositions();
  readonly #primary: ReturnType<typeof createPrimary>;
  readonly #replicas: readonly Replica[];
  readonly #errors = new Map<number, unknown>();
  #primaryReads = 0;
  #primaryServer: Server | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<unknown> | undefined;

  constructor(options: ReplicasOptions) {
    this.#options = options;
    this.#primary = createPrimary(options.primaryUrl, 2 * options.maxLagMs);
    this.#replicas = options.urls.map(
      (url, index) =>
        new Replica({
          url,
          poolSize: options.poolSize,
          onFailure: (error) => this.#report(index + 1, error),
        }),
    );
  }

  /** The reads of `work` use a replica, or the primary if no replica has replayed enough. */
  async read<Result>(request: ReadRequest, work: () => Promise<Result>): Promise<Result> {
    const replica = await this.#choose(request);
    if (replica === undefined) {
      this.#primaryReads += 1;
      return work();
    }
    replica.counts.reads += 1;
    return this.#scope.run({ replica }, work);
  }

  /** Sets the server that runs all statements outside of `read`. */
  usePrimary(server: Server): void {
    this.#primaryServer = server;
  }

  /** Runs a statement on the replica of its scope, or on the primary without one and after a failure. */
  async run<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
    const target = this.#scope.getStore();
    if (target?.replica === undefined) return work(this.#requirePrimary());
    try {
      return await target.replica.run(work);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      target.replica.counts.fallbacks += 1;
      target.replica = undefined;
      return work(this.#requirePrimary());
    }
  }

  #requirePrimary(): Server {
    if (this.#primaryServer === undefined) throw new Error('The replicas have no primary yet.');
    return this.#primaryServer;
  }

  /** A position of the WAL that is not before any commit so far. Concurrent writes share a query. */
  readonly findPosition = shareNext(() => this.#readPosition());

  async #readPosition(): Promise<number> {
    const text = `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position`;
    const primary = this.#requirePrimary();
    const { rows } = await primary.query<{ position: number }>({ text, values: [] });
    const [row] = rows;
    if (row === undefined) throw new Error('The primary returned no position.');
    return row.position;
  }

  /** These users, or `everyone`, do not read from replicas before this position. */
  require(keys: Iterable<string>, position: number): void {
    for (const key of keys) this.#positions.raise(key, position);
  }

  /** Does the same as `require` for a change of another server, whose position is unknown. */
  markChanged(keys: Iterable<string>): void {
    this.#positions.markChanged(keys);
  }

  /** The reasons why replicas are not used, by number. */
  errors(): ReadonlyMap<number, unknown> {
    return this.#errors;
  }

  /** First the primary, then the replicas. */
  stats(): ReadStats[] {
    const replicas = this.#replicas.map((replica, index): ReadStats => {
      const caughtUpAt = this.#caughtUpAt(replica);
      return {
        reads: replica.counts.reads,
        replica: {
          number: index + 1,
          isUsed: this.#isUsable(replica),
          lagMs: caughtUpAt === undefined ? undefined : performance.now() - caughtUpAt,
          fallbacks: replica.counts.fallbacks,
        },
      };
    });
    return [{ reads: this.#primaryReads }, ...replicas];
  }

  /** Resolves after the first check of all replicas. */
  async start(): Promise<void> {
    await this.#checkAll();
    this.#scheduleCheck();
  }

  async stop(): Promise<void> {
    await this.#checking;
    clearTimeout(this.#timer);
    this.#primary.close();
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  #report(number: number, error: unknown): void {
    if (this.#errors.has(number) === (error !== undefined)) return;
    if (error === undefined) this.#errors.delete(number);
    else this.#errors.set(number, error);
    this.#options.onChange({ number, error });
  }

  #isUsable(replica: Replica): boolean {
    const caughtUpAt = this.#caughtUpAt(replica);
    return caughtUpAt !== undefined && performance.now() - caughtUpAt <= this.#options.maxLagMs;
  }

  #caughtUpAt({ replayed }: Replica): number | undefined {
    return replayed === undefined ? undefined : this.#primary.caughtUpAt(replayed);
  }

  #scheduleCheck(): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.#checkAll().finally(() => this.#scheduleCheck());
    }, checkIntervalMs);
  }

  async #checkAll(): Promise<void> {
    this.#positions.beginSample();
    try {
      if (this.#primary.identity() === undefined) await this.#primary.sample();
      const checks = await Promise.allSettled(
        this.#replicas.map((replica) => replica.check(this.#primary.identity())),
      );
      const { flushed, inserted } = await this.#primary.sample();
      this.#positions.endSample(inserted);
      for (const [index, check] of checks.entries()) this.#evaluate(index, check, flushed);
    } catch (error) {
      // If the primary does not respond, nobody knows whether a replica is behind.
      for (const index of this.#replicas.keys()) this.#report(index + 1, error);
      return;
    }
    const usable = this.#replicas.filter((replica) => this.#isUsable(replica));
    const replayed = usable.map((replica) => replica.replayed ?? 0);
    if (replayed.length > 0) this.#positions.forgetUpTo(Math.min(...replayed));
  }

  #evaluate(index: number, check: PromiseSettledResult<number>, flushed: number): void {
    const replica = this.#replicas[index];
    if (replica === undefined) return;
    if (check.status === 'rejected') {
      this.#report(index + 1, check.reason);
    } else if (check.value > flushed) {
      // A former primary may have writes that the current one does not have.
      const error = new ReplicaError('it is ahead of the primary');
      replica.disable(error);
      this.#report(index + 1, error);
    } else if (this.#isUsable(replica)) {
      this.#report(index + 1, undefined);
    } else {
      const { maxLagMs } = this.#options;
      this.#report(index + 1, new ReplicaError(`it is more than ${maxLagMs} ms behind`));
    }
  }

  /** Users stay with one replica as long as it is usable, so that they do not read older data. */
  async #choose({ userId, after }: ReadRequest): Promise<Replica | undefined> {
    const keys = userId === undefined ? [everyone] : [everyone, userId];
    const required = Math.max(after, this.#positions.requiredFor(keys));
    const usable = this.#replicas.filter((replica) => this.#isUsable(replica));
    const preferred = usable[hash(userId) % usable.length];
    if (preferred === undefined || required === Infinity) return undefined;
    const hasReplayed = (replica: Replica) => (replica.replayed ?? 0) >= required;
    if (hasReplayed(preferred)) return preferred;
    await preferred.check(this.#primary.identity()).catch(() => undefined);
    if (hasReplayed(preferred)) return preferred;
    return usable.find(hasReplayed);
  }
}

/** The same for a user on all servers. */
function hash(userId = ''): number {
  let sum = 0;
  for (let index = 0; index < userId.length; index += 1) {
    sum = (31 * sum + userId.charCodeAt(index)) % 2 ** 32;
  }
  return sum;
}
