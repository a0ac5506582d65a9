import { Prisma } from '@skein/db';

const { sql } = Prisma;

/** A `NamedUser` from a row of users; null when an outer join has no row. */
export function userJson(user: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${user}.id IS NOT NULL THEN json_build_object(
    'id', ${user}.id, 'name', ${user}.name, 'username', ${user}.username,
    'isSuspended', ${user}.suspended_at IS NOT NULL) END`;
}

/** Whether a row of reports is open and about a user, one of their threads or messages. */
export function areOpenReportsAbout(userId: Prisma.Sql): Prisma.Sql {
  return sql`reports.status = 'open' AND ${isAbout(userId)}`;
}

/** Whether a row of reports is about a user, one of their threads or messages. */
export function isAbout(userId: Prisma.Sql): Prisma.Sql {
  return sql`reports.person_id = ${userId}`;
}
