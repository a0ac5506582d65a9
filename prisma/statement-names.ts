import { createHash } from 'node:crypto';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Pooler } from './pooler.ts';

// A named statement stays prepared for the life of its connection, and IN lists of each length are
// separate statements, so their number must be limited.
const maxNamedStatements = 500;

/**
 * Names for prepared statements, so that PostgreSQL parses and plans each text once per connection.
 * Equal texts get equal names. From the 501st text on the name is empty (unnamed), and for all texts
 * behind a pooler that does not keep named statements.
 */
export function createStatementNames(pooler?: Pooler): (query: Pick<SqlQuery, 'sql'>) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (pooler?.keepsPreparedStatements === false) return '';
    const existing = names.get(sql);
    if (existing !== undefined) return existing;
    if (names.size >= maxNamedStatements) return '';
    // A hash instead of a number, because processes may share connections through a pooler.
    const name = `skein_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;
    names.set(sql, name);
    return name;
  };
}
