import { createHash } from 'node:crypto';
import type { SqlQuery } from '@prisma/driver-adapter-utils';

// Each named statement stays prepared on each connection for as long as the connection lives, and
// IN lists of every length are statements of their own: their number needs an end.
const maxNamedStatements = 500;

/**
 * Names for prepared statements, so that PostgreSQL parses and plans each text once a connection.
 * Equal texts get equal names; from the 501st text on they stay unnamed (empty).
 */
export function createStatementNames(): (query: Pick<SqlQuery, 'sql'>) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNamedStatements) return '';
    // A hash rather than a number: several processes may share connections through a pooler.
    const name = `skein_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;
    names.set(sql, name);
    return name;
  };
}
