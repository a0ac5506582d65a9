import { Socket } from 'node:net';
import pg from 'pg';
import { findDatabaseIdentity } from '../database-identity.ts';
import { createPool } from '../pool.ts';
import { findReplicaPooler } from '../pooler.ts';
import type { Pooler } from '../pooler.ts';
import { createStatementNames } from '../statement-names.ts';
import { openMonitoredConnection } from './monitored-connection.ts';
import type { MonitoredConnection } from './monitored-connection.ts';

/** Why a replica is not used, for the operator. */
export class ReplicaError extends Error {}

export interface ReplicaOptions {
  url: string;
  poolSize: number;
  /** Called when the first statement fails after a success, with the reason. */
  onFailure: (error: unknown) => void;
}

/** What Prisma's adapter and `queryRows` pass to the pool. */
export type Statement = pg.QueryConfig;

interface Status {
  isReplica: boolean;
  replayed: number;
  startedAt: string;
}

const connectTimeoutMs = 1000;
const statementTimeoutMs = 5000;
const checkTimeoutMs = 500;
const queryCanceled = '57014';

const statusQuery = `
  SELECT pg_is_in_recovery() AS "isReplica", pg_postmaster_start_time()::text AS "startedAt",
    (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0'::pg_lsn)::float8 AS replayed`;

/** One replica: a connection that monitors it, and a pool for reads. */
export class Replica {
  readonly #options: ReplicaOptions;
  #pool: pg.Pool;
  /** The connection pooler in front of it; undefined without one. */
  #pooler: Pooler | undefined;
  #nameOf = createStatementNames();
  readonly #sockets = new Set<Socket>();
  /** Requests that read from it, and failed statements that the primary repeated. */
  readonly counts = { reads: 0, fallbacks: 0 };
  #connection: MonitoredConnection | undefined;
  /** Undefined while the replica must not be used. */
  #status: Status | undefined;
  #checking: Promise<Status> | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#pool = this.#createPool(false);
  }

  #createPool(isPooled: boolean): pg.Pool {
    return createPool({
      url: this.#options.url,
      poolSize: this.#options.poolSize,
      connectTimeoutMs,
      statementTimeoutMs,
      isPooled,
      onError: () => undefined,
      stream: () => trackSocket(this.#sockets),
      verify: (client) => requireSameServer(client, this.#status?.startedAt),
    });
  }

  /** The position up to which it is known to have replayed the WAL; undefined while disabled. */
  get replayed(): number | undefined {
    return this.#status?.replayed;
  }

  /** Reads the position. Concurrent calls share one query. */
  async check(primaryIdentity: string | undefined): Promise<number> {
    this.#checking ??= this.#readStatus(primaryIdentity).finally(() => {
      this.#checking = undefined;
    });
    try {
      this.#status = await this.#checking;
      return this.#status.replayed;
    } catch (error) {
      this.disable(error);
      throw error;
    }
  }

  /** Also ends running statements, which the caller repeats on the primary. */
  disable(error: unknown): void {
    const wasUsable = this.#status !== undefined;
    this.#status = undefined;
    this.#connection?.close();
    this.#connection = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (wasUsable) this.#options.onFailure(error);
  }

  async query(statement: Statement): Promise<pg.QueryResult<object>> {
    try {
      return await this.#pool.query<object>({ ...statement, name: this.#statementName(statement) });
    } catch (error) {
      if (isServerFailure(error)) this.disable(error);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#connection?.close();
    await this.#pool.end();
  }

  async #readStatus(primaryIdentity: string | undefined): Promise<Status> {
    const { client } = this.#connection ?? (await this.#connect(primaryIdentity));
    const { rows } = await client.query<Status>(statusQuery);
    const [row] = rows;
    if (row?.isReplica !== true) throw new ReplicaError('it is not a replica: it accepts writes');
    // A pooler may also have reconnected to a replica that was restarted.
    if (this.#status !== undefined) requireStart(row.startedAt, this.#status.startedAt);
    return row;
  }

  async #connect(primaryIdentity: string | undefined): Promise<MonitoredConnection> {
    const connection = await openMonitoredConnection(this.#options.url);
    try {
      this.#applyPooler(await findReplicaPooler(connection.client, checkTimeoutMs));
      if ((await findDatabaseIdentity(connection.client)) !== primaryIdentity) {
        throw new ReplicaError('it is not a replica of the database in DATABASE_URL');
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  #applyPooler(pooler: Pooler | undefined): void {
    if ((pooler === undefined) !== (this.#pooler === undefined)) {
      void this.#pool.end();
      this.#pool = this.#createPool(pooler !== undefined);
    }
    this.#pooler = pooler;
    this.#nameOf = createStatementNames(pooler);
  }

  /** The primary may be behind another pooler, or behind none. */
  #statementName({ name, text }: Statement): string {
    if (this.#pooler?.keepsPreparedStatements === false) return '';
    return name === undefined || name === '' ? this.#nameOf({ sql: text }) : name;
  }
}

/** Whether a statement may succeed on the primary. One that took too long would take as long again. */
export function isRepeatable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError && error.code === queryCanceled);
}

/** A lost connection or a server that stops, as opposed to an error of the statement. */
function isServerFailure(error: unknown): boolean {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') {
    return false;
  }
  return !(error instanceof pg.DatabaseError) || /^(08|57P|XX)/.test(error.code ?? '');
}

function trackSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/** Several servers behind one address have different positions, which cannot be compared. */
async function requireSameServer(
  client: pg.PoolClient,
  startedAt: string | undefined,
): Promise<void> {
  const { rows } = await client.query<{ startedAt: string }>(
    'SELECT pg_postmaster_start_time()::text AS "startedAt"',
  );
  requireStart(rows[0]?.startedAt, startedAt);
}

function requireStart(found: string | undefined, expected: string | undefined): void {
  if (found === expected) return;
  throw new ReplicaError('its address leads to several servers: list the address of each replica');
}
