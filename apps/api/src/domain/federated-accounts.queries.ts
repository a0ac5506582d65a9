import { exists, Prisma } from '@skein/db';
import { anonymousViewer, canSeeThreadsBy, isActive, isLocal } from './visibility.queries.ts';

const { sql } = Prisma;

/**
 * Whether other servers can find an account: as its user has chosen, or because visitors see it or another server
 * knows it already.
 */
export function isFederated(user: Prisma.Sql): Prisma.Sql {
  return sql`(${isLocal(user)} AND ${isActive(user)} AND coalesce(${user}.is_federated,
    ${canSeeThreadsBy(anonymousViewer, user)} OR ${exists(sql`actor_keys WHERE actor_id = ${user}.id`)}))`;
}
