import { Prisma } from '@skein/db';

const { sql } = Prisma;

/** A `NamedPerson` of a row of users; null where there is none (outer join). */
export function userJson(person: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${person}.id IS NOT NULL THEN json_build_object(
    'id', ${person}.id, 'name', ${person}.name, 'username', ${person}.username,
    'isSuspended', ${person}.suspended_at IS NOT NULL) END`;
}

/** The condition for open reports of a person, of their threads and of their messages. */
export function openReportsAbout(userId: Prisma.Sql): Prisma.Sql {
  return sql`reports.status = 'open' AND CASE reports.target_type
    WHEN 'user' THEN reports.target_id = ${userId}
    WHEN 'thread' THEN EXISTS (
      SELECT FROM threads WHERE threads.id = reports.target_id AND threads.author_id = ${userId})
    ELSE EXISTS (
      SELECT FROM messages
      WHERE messages.id = reports.target_id AND messages.sender_id = ${userId})
  END`;
}
