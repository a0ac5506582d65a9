import { Prisma } from '@skein/db';
import { matchesName } from '../../users/index.ts';
import type { IdRange } from '../../../platform/read-page.ts';

const { sql } = Prisma;

/** What a list of accounts contains. */
export interface AccountFilter {
  /** A part of the name or username; empty for all. */
  q: string;
  /** The IP addresses from which accounts were created, in CIDR notation; null for all. */
  addresses: string | null;
  /** The key of a text that the accounts have posted; null for all. */
  textKey: string | null;
  /** Lower case. The addresses of configured owners. */
  adminEmails: readonly string[];
}

export function isConfiguredOwner(adminEmails: readonly string[]): Prisma.Sql {
  return sql`(account.email_proven_at IS NOT NULL AND account.email = ANY (${[...adminEmails]}))`;
}

const isInRange = (addresses: string) => sql`registration.address BETWEEN
  host(${addresses}::inet)::inet AND host(broadcast(${addresses}::inet))::inet`;

/** Moderators neither see nor search the IP addresses of moderators and administrators. */
const isMember = (adminEmails: readonly string[]) =>
  sql`account.role = 'member' AND NOT ${isConfiguredOwner(adminEmails)}`;

/** NOT IN reads the few pending accounts once. NOT EXISTS could be a join that reads all accounts. */
const isApproved = sql`account.id NOT IN (SELECT user_id FROM pending_registrations)`;

/**
 * How many approved accounts are read before an index is searched, which cannot return only the latest
 * matches.
 */
const latestMax = 5000;

/** The ids of a page of accounts, as `user_id`, the latest first. */
export function selectAccounts(filter: AccountFilter, range: IdRange): Prisma.Sql {
  const text = filter.q.trim().replace(/^@/, '');
  const isMatch = sql`${text === '' ? sql`true` : matchesName(text, sql`account`)} AND account.deleted_at IS NULL
    AND ${isApproved}`;
  if (filter.textKey !== null) return selectAuthors(filter, range, isMatch);
  const isAfter = (id: Prisma.Sql) =>
    sql`(${range.afterId}::uuid IS NULL OR ${id} < ${range.afterId}::uuid)`;
  const page = { ...range, isMatch, isAfter };
  if (filter.addresses !== null) {
    const isListed = sql`${isMatch} AND ${isMember(filter.adminEmails)}`;
    const byAddress = { ...page, isMatch: isListed, hasName: text !== '' };
    return selectByAddress(isInRange(filter.addresses), byAddress);
  }
  if (text === '') {
    // Accounts of other servers are found by their names.
    return sql`SELECT account.id AS user_id FROM users account
      WHERE ${isMatch} AND account.domain IS NULL AND ${isAfter(sql`account.id`)} ${pageEnd(range)}`;
  }
  return selectByName(page);
}

interface CandidatePage extends IdRange {
  isMatch: Prisma.Sql;
  isAfter: (id: Prisma.Sql) => Prisma.Sql;
}

const pageEnd = ({ skip, take }: IdRange) =>
  sql`ORDER BY user_id DESC OFFSET ${skip}::int LIMIT ${take}::int`;

function selectByName({ isMatch, isAfter, ...range }: CandidatePage): Prisma.Sql {
  const count = range.skip + range.take;
  return sql`
    WITH latest AS MATERIALIZED (
      SELECT account.id AS user_id FROM (
        SELECT id, deleted_at, folded_names FROM users account
        WHERE ${isAfter(sql`account.id`)} AND ${isApproved}
        ORDER BY id DESC LIMIT ${latestMax}::int
      ) account
      WHERE ${isMatch} ORDER BY account.id DESC LIMIT ${count}::int
    ), indexed AS MATERIALIZED (
      SELECT account.id AS user_id FROM users account
      WHERE (SELECT count(*) FROM latest) < ${count}::int AND ${isMatch}
        AND ${isAfter(sql`account.id`)}
    )
    SELECT user_id FROM latest UNION SELECT user_id FROM indexed ${pageEnd(range)}`;
}

/**
 * Looks up the account of each address, instead of reading all accounts. With a name, the second part may begin
 * with the index of names, which finds few accounts; an order would read all of them by their ids.
 */
function selectByAddress(
  isRegistered: Prisma.Sql,
  { isMatch, isAfter, hasName, ...range }: CandidatePage & { hasName: boolean },
): Prisma.Sql {
  const count = range.skip + range.take;
  const latestFirst = sql`ORDER BY registration.user_id DESC LIMIT ${count}::int`;
  const isAccount = sql`account.id = registration.user_id AND ${isMatch}`;
  const lookUp = sql`JOIN LATERAL (SELECT FROM users account WHERE ${isAccount} OFFSET 0) listed ON true`;
  return sql`
    WITH latest AS MATERIALIZED (
      SELECT registration.user_id FROM (
        SELECT user_id, address FROM registration_addresses registration
        WHERE ${isAfter(sql`user_id`)} ORDER BY user_id DESC LIMIT ${latestMax}::int
      ) registration ${lookUp}
      WHERE ${isRegistered} ${latestFirst}
    ), indexed AS MATERIALIZED (
      SELECT registration.user_id
      FROM registration_addresses registration
        ${hasName ? sql`JOIN users account ON ${isAccount}` : lookUp}
      WHERE (SELECT count(*) FROM latest) < ${count}::int AND ${isRegistered}
        AND ${isAfter(sql`registration.user_id`)}
      ${hasName ? Prisma.empty : latestFirst}
    )
    SELECT user_id FROM latest UNION SELECT user_id FROM indexed ${pageEnd(range)}`;
}

/**
 * One look-up in the index for each author, so that the number of threads does not matter. The conditions
 * are in the lateral subquery, because other joins could change the order.
 */
function selectAuthors(
  { addresses, textKey, adminEmails }: AccountFilter,
  range: IdRange,
  isMatch: Prisma.Sql,
): Prisma.Sql {
  const nextBelow = (below: Prisma.Sql) => sql`(SELECT thread.author_id FROM threads thread
    WHERE thread.text_key = ${textKey} AND ${below} ORDER BY thread.author_id DESC LIMIT 1)`;
  const first =
    range.afterId === null
      ? sql`thread.author_id IS NOT NULL`
      : sql`thread.author_id < ${range.afterId}::uuid`;
  const isRegisteredThere =
    addresses === null
      ? sql`true`
      : sql`EXISTS (SELECT FROM registration_addresses registration
          WHERE registration.user_id = account.id AND ${isInRange(addresses)})
          AND ${isMember(adminEmails)}`;
  return sql`
    WITH RECURSIVE author AS (
      SELECT ${nextBelow(first)} AS id
      UNION ALL
      SELECT ${nextBelow(sql`thread.author_id < author.id`)} FROM author WHERE author.id IS NOT NULL
    )
    SELECT author.id AS user_id FROM author JOIN LATERAL (
      SELECT FROM users account
      WHERE account.id = author.id AND ${isMatch} AND ${isRegisteredThere} OFFSET 0) listed ON true
    OFFSET ${range.skip}::int LIMIT ${range.take}::int`;
}
