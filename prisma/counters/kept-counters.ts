/** A column that says how many rows there are elsewhere, or what follows from them. */
export interface KeptCounter {
  table: string;
  column: string;
  /** What stands there when all is right, of the row `c`. */
  value: string;
  /** Which rows have one; all, unless said otherwise. */
  where?: string;
  /** The other tables that `value` reads. */
  reads: readonly string[];
}

export const keptCounters: readonly KeptCounter[] = [
  count('users', 'followers_count', 'follows', 'x.followee_id = c.id'),
  count('users', 'following_count', 'follows', 'x.follower_id = c.id'),
  count(
    'users',
    'threads_count',
    'threads',
    `x.author_id = c.id AND x.type <> 'reply' AND x.deleted_at IS NULL`,
  ),
  count('threads', 'likes_count', 'likes', 'x.thread_id = c.id'),
  count('threads', 'replies_count', 'threads', 'x.parent_id = c.id AND x.deleted_at IS NULL'),
  count('threads', 'reposts_count', 'reposts', 'x.thread_id = c.id'),
  count('threads', 'quotes_count', 'threads', 'x.quoted_id = c.id AND x.deleted_at IS NULL'),
  count('threads', 'bookmarks_count', 'bookmarks', 'x.thread_id = c.id'),
  {
    table: 'threads',
    column: 'reaction_counts',
    value: `coalesce((
      SELECT jsonb_object_agg(type, count)
      FROM (SELECT type, count(*) FROM reactions WHERE thread_id = c.id GROUP BY type) AS typed
    ), '{}')`,
    reads: ['reactions'],
  },
  count('hashtags', 'threads_count', 'thread_hashtags', 'x.hashtag_id = c.id'),
  count('polls', 'voters_count', 'poll_ballots', 'x.poll_id = c.id'),
  count('poll_options', 'votes_count', 'poll_votes', 'x.option_id = c.id'),
  {
    table: 'conversations',
    column: 'last_seq',
    value: '(SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = c.id)',
    reads: ['messages'],
  },
  {
    table: 'conversation_members',
    column: 'unread_count',
    value: `CASE WHEN c.is_ignored THEN 0 ELSE (
      SELECT count(*) FROM messages
      WHERE conversation_id = c.conversation_id AND sender_id <> c.user_id AND deleted_at IS NULL
        AND seq > greatest(c.read_seq, c.ignored_seq, c.cleared_seq)) END`,
    reads: ['messages'],
  },
  {
    table: 'conversation_members',
    column: 'last_sent_seq',
    value: `(SELECT coalesce(max(seq), 0) FROM messages
      WHERE conversation_id = c.conversation_id AND sender_id = c.user_id)`,
    reads: ['messages'],
  },
  {
    table: 'conversation_members',
    column: 'last_message_at',
    value: `(SELECT created_at FROM messages
      WHERE conversation_id = c.conversation_id AND seq > c.cleared_seq ORDER BY seq DESC LIMIT 1)`,
    reads: ['messages'],
  },
];

function count(table: string, column: string, counted: string, which: string): KeptCounter {
  return {
    table,
    column,
    value: `(SELECT count(*) FROM ${counted} x WHERE ${which})`,
    reads: [counted],
  };
}
