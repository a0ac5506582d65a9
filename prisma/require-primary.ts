import type pg from 'pg';

/** The address of the primary leads to a replica, as it may for a moment after a failover. */
class NotPrimaryError extends Error {
  /** read_only_sql_transaction, which a write would cause. */
  readonly code = '25006';
}

/**
 * Rejects a connection to a replica. The pool would keep it: writes would fail and reads return old data for
 * as long as it is used, even after the address leads to the primary again.
 */
export async function requirePrimary(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isReplica: boolean }>(
    'SELECT pg_is_in_recovery() AS "isReplica"',
  );
  if (rows[0]?.isReplica === true) {
    throw new NotPrimaryError('DATABASE_URL leads to a replica, not to the primary.');
  }
}
