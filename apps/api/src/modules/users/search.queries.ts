import { countCodePoints } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import { canUnblock, isListable, stateColumns } from '../../domain/visibility.queries.ts';
import { foldedNames, foldNameQuery } from './names.queries.ts';

const { sql } = Prisma;

/** The trigram index finds shorter texts only at the beginning of words. */
const anywhereFromLength = 3;

/**
 * How many of the most followed users are read per result. Rarer texts are found faster by the other
 * indexes.
 */
const followedReadPerResult = 200;

/** Follows all characters in the order of code points. */
const lastCharacter = '\u{10FFFF}';

interface NameSearch {
  viewerId: string;
  folded: string;
  pattern: string;
  limit: number;
}

/**
 * Rows for the hydrator: users by name or username, ignoring case and accents. The order is: exact
 * username, beginning of a name or username, beginning of a word, any other part; then by followers.
 *
 * Reading and sorting all matches of a common text takes most of the time. The most followed users
 * usually contain enough matches. Each further step runs only if the steps before it could have
 * missed one of the first users.
 * @param q Not blank, without a leading at sign.
 */
export function selectUsersByName(viewerId: string, q: string, limit: number): Prisma.Sql {
  const search = { viewerId, ...foldNameQuery(q), limit };
  const { folded } = search;
  const hasParts = sql`${canBePart(folded)}::boolean`;
  const names = foldedNames(sql`users`);
  const isPrefixed = sql`
    ${names} ~>=~ ${folded} AND ${names} ~<~ ${folded + lastCharacter}
    OR users.username ~>=~ ${folded} AND users.username ~<~ ${folded + lastCharacter}`;
  const lacksPrefixed = sql`${count(sql`followed WHERE rank <= 1`)} < ${limit}::int`;
  const lacksWords = sql`${lacksPrefixed}
    AND ${count(sql`prefixed`)} + ${count(sql`followed WHERE rank = 2`)} < ${limit}::int`;
  const lacksParts = sql`${hasParts} AND ${lacksWords}
    AND ${count(sql`worded`)} + ${count(sql`followed WHERE rank = 3`)} < ${limit}::int`;
  return sql`
    WITH followed AS MATERIALIZED (${selectFollowed(search)}),
    exact AS MATERIALIZED (${selectExact(search)}),
    prefixed AS MATERIALIZED (${selectMatches(search, sql`${lacksPrefixed} AND (${isPrefixed})`)}),
    worded AS MATERIALIZED (
      ${selectMatches(search, sql`${lacksWords} AND (${hasWord(search, sql`users`)})`)}
    ),
    contained AS MATERIALIZED (
      ${selectMatches(search, sql`${lacksParts} AND (${isNamed(search, sql`users`)})`)}
    )
    SELECT ranked.id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY rank, followers_count DESC, ranked.id)::int AS position
    FROM (
      SELECT * FROM followed UNION SELECT * FROM exact UNION SELECT * FROM prefixed
      UNION SELECT * FROM worded UNION SELECT * FROM contained
      ORDER BY rank, followers_count DESC, id LIMIT ${limit}::int
    ) ranked
    ORDER BY rank, followers_count DESC, ranked.id`;
}

/** The matches among the most followed users, from an index with all of these columns. */
function selectFollowed(search: NameSearch): Prisma.Sql {
  return sql`
    SELECT account.id, account.followers_count, ${getRank(search)} AS rank
    FROM (
      ${selectNames()} ORDER BY followers_count DESC, id
      LIMIT ${search.limit * followedReadPerResult}::int
    ) account
    WHERE (${isNamed(search, sql`account`)}) AND ${isListable(search.viewerId, sql`account`)}`;
}

/** The user with this username, also one that the viewer has blocked, who otherwise could not unblock them. */
function selectExact(search: NameSearch): Prisma.Sql {
  const isVisible = sql`${isListable(search.viewerId, sql`account`)} OR ${canUnblock(search.viewerId, sql`account`)}`;
  return sql`
    SELECT account.id, account.followers_count, 0 AS rank
    FROM (${selectNames()} WHERE users.username = ${search.folded}) account
    WHERE ${isVisible}`;
}

/** The first matches of a condition on `users`. */
function selectMatches(search: NameSearch, condition: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT account.id, account.followers_count, ${getRank(search)} AS rank
    FROM (${selectNames()} WHERE ${condition}) account
    WHERE ${isListable(search.viewerId, sql`account`)}
    ORDER BY rank, account.followers_count DESC, account.id LIMIT ${search.limit}::int`;
}

function selectNames(): Prisma.Sql {
  return sql`SELECT id, username, followers_count, ${stateColumns(sql`users`)},
    ${foldedNames(sql`users`)} AS folded_names FROM users`;
}

/** Smaller ranks come first. */
function getRank(search: NameSearch): Prisma.Sql {
  const start = `${search.pattern}%`;
  return sql`CASE
    WHEN account.username = ${search.folded} THEN 0
    WHEN account.folded_names LIKE ${start} OR account.username LIKE ${start} THEN 1
    WHEN ${hasWord(search, sql`account`)} THEN 2
    ELSE 3 END`;
}

/**
 * Whether the name or username of a user contains a text, or a word of them begins with a shorter one.
 * @param user Alias of `users`.
 */
export function matchesName(q: string, user: Prisma.Sql): Prisma.Sql {
  const search = foldNameQuery(q);
  return search.folded === '' ? sql`false` : sql`(${isNamed(search, user)})`;
}

type NamePattern = Pick<NameSearch, 'folded' | 'pattern'>;

function isNamed(search: NamePattern, user: Prisma.Sql): Prisma.Sql {
  return canBePart(search.folded)
    ? sql`${foldedNames(user)} LIKE ${`%${search.pattern}%`}`
    : hasWord(search, user);
}

/** Whether a word of the names or the username begins with the text. */
function hasWord({ pattern }: NamePattern, user: Prisma.Sql): Prisma.Sql {
  const names = foldedNames(user);
  // Separate conditions: PostgreSQL estimates an array of patterns badly.
  return sql`${names} LIKE ${`${pattern}%`} OR ${names} LIKE ${`% @${pattern}%`}
    OR ${names} LIKE ${`% ${pattern}%`}`;
}

/** Whether the text is also found inside of words. */
function canBePart(folded: string): boolean {
  return countCodePoints(folded) >= anywhereFromLength;
}

function count(rows: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT count(*) FROM ${rows})`;
}
