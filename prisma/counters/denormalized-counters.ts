import { inRange } from './check.ts';
import type { Check } from './check.ts';

/** Columns with counts of other rows or values derived from them. */
export const denormalizedCounters: readonly Check[] = [
  count('users.followers_count', 'follows', 'followee_id'),
  count('users.following_count', 'follows', 'follower_id'),
  count(
    'users.threads_count',
    'threads',
    'author_id',
    `x.type <> 'reply' AND x.deleted_at IS NULL`,
  ),
  count('threads.likes_count', 'likes', 'thread_id'),
  count('threads.replies_count', 'threads', 'parent_id', 'x.deleted_at IS NULL'),
  count('threads.reposts_count', 'reposts', 'thread_id'),
  count('threads.quotes_count', 'threads', 'quoted_id', 'x.deleted_at IS NULL'),
  count('threads.bookmarks_count', 'bookmarks', 'thread_id'),
  grouped('threads.reaction_counts', {
    defaultValue: `'{}'`,
    select: (matches) => `
      SELECT thread_id AS id, jsonb_object_agg(type, count) AS value
      FROM (SELECT thread_id, type, count(*) FROM reactions WHERE ${matches('thread_id')} GROUP BY 1, 2) typed
      GROUP BY 1`,
  }),
  count('hashtags.threads_count', 'thread_hashtags', 'hashtag_id'),
  count('polls.voters_count', 'poll_ballots', 'poll_id', 'true', isLocalPoll('c.id')),
  count('poll_options.votes_count', 'poll_votes', 'option_id', 'true', isLocalPoll('c.poll_id')),
  grouped('conversations.last_seq', {
    defaultValue: '0',
    select: (matches) => `
      SELECT conversation_id AS id, max(seq) AS value FROM messages
      WHERE ${matches('conversation_id')} GROUP BY 1`,
  }),
  memberColumn(
    'unread_count',
    `CASE WHEN c.is_ignored THEN 0 ELSE (
      SELECT count(*) FROM messages
      WHERE conversation_id = c.conversation_id AND sender_id <> c.user_id AND deleted_at IS NULL
        AND (type <> 'system' OR event->>'type' = 'members_added' AND event->'userIds' ? c.user_id::text)
        AND seq > greatest(c.read_seq, c.ignored_seq, c.cleared_seq)) END`,
  ),
  memberColumn(
    'last_sent_seq',
    `(SELECT coalesce(max(seq), 0) FROM messages
      WHERE conversation_id = c.conversation_id AND sender_id = c.user_id AND seq > c.joined_seq)`,
  ),
  memberColumn(
    'last_message_at',
    `(SELECT created_at FROM messages
      WHERE conversation_id = c.conversation_id AND seq > c.cleared_seq ORDER BY seq DESC LIMIT 1)`,
  ),
];

/** Other servers count the votes in their polls. */
function isLocalPoll(id: string): string {
  return `NOT EXISTS (SELECT FROM polls JOIN remote_objects USING (thread_id) WHERE polls.id = ${id})`;
}

/**
 * Counts the rows of a table that reference a row by a column.
 * @param isChecked Whether the column of a row `c` is such a count.
 */
function count(
  name: string,
  table: string,
  column: string,
  condition = 'true',
  isChecked = 'true',
): Check {
  return grouped(name, {
    defaultValue: '0',
    isChecked,
    select: (matches) => `
      SELECT x.${column} AS id, count(*) AS value FROM ${table} x
      WHERE ${matches(`x.${column}`)} AND ${condition} GROUP BY 1`,
  });
}

interface GroupedValue {
  /** The value if nothing is selected. */
  defaultValue: string;
  /** Selects `id` and `value`; `matches` returns the condition on the id column. */
  select: (matches: (column: string) => string) => string;
  /** Whether the column of a row `c` has such a value. */
  isChecked?: string;
}

function grouped(name: string, { defaultValue, select, isChecked = 'true' }: GroupedValue): Check {
  const [table = '', column = ''] = name.split('.');
  const isWrong = `c.${column} IS DISTINCT FROM coalesce(v.value, ${defaultValue}) AND ${isChecked}`;
  const repair = `
    UPDATE ${table} c SET ${column} = coalesce(v.value, ${defaultValue})
    FROM unnest($1::uuid[]) AS target (id) LEFT JOIN (
      ${select((key) => `${key} = ANY ($1::uuid[])`)}) v ON v.id = target.id
    WHERE c.id = target.id AND ${isWrong}`;
  return {
    name,
    scanned: { table, column: 'id' },
    find: `
      SELECT c.id AS key FROM ${table} c LEFT JOIN (${select(inRange)}) v ON v.id = c.id
      WHERE ${inRange('c.id')} AND ${isWrong}`,
    locked: { table, column: 'id' },
    repair: [repair],
  };
}

/** A column of a conversation member; reads few messages per row. */
function memberColumn(column: string, value: string): Check {
  const memberKey = { table: 'conversation_members', column: 'conversation_id' };
  const isWrong = `c.${column} IS DISTINCT FROM ${value}`;
  return {
    name: `${memberKey.table}.${column}`,
    scanned: memberKey,
    find: `
      SELECT c.conversation_id AS key FROM conversation_members c
      WHERE ${inRange('c.conversation_id')} AND ${isWrong}`,
    locked: memberKey,
    repair: [
      `UPDATE conversation_members c SET ${column} = ${value}
       WHERE c.conversation_id = ANY ($1::uuid[]) AND ${isWrong}`,
    ],
  };
}
