import { findDatabaseIdentity } from '../database-identity.ts';
import { openMonitoredConnection } from './monitored-connection.ts';
import type { MonitoredConnection } from './monitored-connection.ts';

/** The positions of the primary at one moment, in bytes of WAL. */
interface Sample {
  at: number;
  /** Everything up to here has been sent to replicas, or is about to be. */
  flushed: number;
  /** At least the position of every commit so far. */
  inserted: number;
}

/** Samples the WAL position of the primary to find out how far replicas are behind. */
export function createPrimary(url: string, historyMs: number) {
  let connection: MonitoredConnection | undefined;
  let identity: string | undefined;
  let history: Sample[] = [];

  async function connect(): Promise<MonitoredConnection> {
    connection = await openMonitoredConnection(url);
    identity = await findDatabaseIdentity(connection.client);
    return connection;
  }

  return {
    /** Undefined before the first sample. */
    identity: () => identity,

    async sample(): Promise<Sample> {
      try {
        const { client } = connection ?? (await connect());
        const at = performance.now();
        const { rows } = await client.query<Omit<Sample, 'at'>>(`
          SELECT (pg_current_wal_flush_lsn() - '0/0')::float8 AS flushed,
            (pg_current_wal_insert_lsn() - '0/0')::float8 AS inserted`);
        const [row] = rows;
        if (row === undefined) throw new Error('The primary returned no position.');
        const sample = { at, ...row };
        history = [...history.filter((old) => at - old.at < historyMs), sample];
        return sample;
      } catch (error) {
        connection?.close();
        connection = undefined;
        throw error;
      }
    },

    /** The latest known time at which the primary had nothing that is not in this position. */
    caughtUpAt: (position: number): number | undefined =>
      history.findLast(({ flushed }) => flushed <= position)?.at,

    close: () => connection?.close(),
  };
}
