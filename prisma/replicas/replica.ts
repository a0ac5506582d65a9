import { Socket } from 'node:net';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { findDatabaseIdentity } from '../database-identity.ts';
import { createPool } from '../pool.ts';
import { findReplicaPooler } from '../pooler.ts';
import type { Pooler } from '../pooler.ts';
import { Server } from '../server.ts';
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
  #server: Server;
  /** The connection pooler in front of it; undefined without one. */
  #pooler: Pooler | undefined;
  readonly #sockets = new Set<Socket>();
  /** Requests that read from it, and failed statements that the primary repeated. */
  readonly counts = { reads: 0, fallbacks: 0 };
  #connection: MonitoredConnection | undefined;
  /** Undefined while the replica must not be used. */
  #status: Status | undefined;
  #checking: Promise<Status> | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#server = this.#createServer(undefined);
  }

  #createServer(pooler: Pooler | undefined): Server {
    const onError = () => undefined;
    const pool = createPool({
      url: this.#options.url,
      poolSize: this.#options.poolSize,
      connectTimeoutMs,
      statementTimeoutMs,
      isPooled: pooler !== undefined,
      onError,
      stream: () => trackSocket(this.#sockets),
      verify: (client) => requireSameServer(client, this.#status?.startedAt),
    });
    return new Server(pool, { pooler, onError });
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

  /** Ends running statements too, which the caller repeats on the primary. */
  disable(error: unknown): void {
    const wasUsable = this.#status !== undefined;
    this.#status = undefined;
    this.#connection?.close();
    this.#connection = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (wasUsable) this.#options.onFailure(error);
  }

  async run<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#server);
    } catch (error) {
      if (isServerFailure(error)) this.disable(error);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#connection?.close();
    await this.#server.close();
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
    if (pooler?.keepsPreparedStatements === this.#pooler?.keepsPreparedStatements) return;
    void this.#server.close();
    this.#server = this.#createServer(pooler);
    this.#pooler = pooler;
  }
}

/** Whether a statement may succeed on the primary. One that took too long would take as long again. */
export function isRepeatable(error: unknown): boolean {
  return findSqlState(error) !== queryCanceled;
}

/** A lost connection or a server that stops, as opposed to an error of the statement. */
function isServerFailure(error: unknown): boolean {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') {
    return false;
  }
  const code = findSqlState(error);
  return code === undefined || /^(08|57P|XX)/.test(code);
}

/** PostgreSQL's code of an error; undefined if the server did not respond. */
function findSqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return error instanceof DriverAdapterError ? error.cause.originalCode : undefined;
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
