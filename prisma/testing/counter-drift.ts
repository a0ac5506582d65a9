import pg from 'pg';

// Each gives the rows whose counter differs from the rows it counts.
const checks: Record<string, string> = {
  'users.followers_count': countOf(
    'users',
    'followers_count',
    'FROM follows WHERE followee_id = c.id',
  ),
  'users.following_count': countOf(
    'users',
    'following_count',
    'FROM follows WHERE follower_id = c.id',
  ),
  'users.threads_count': countOf(
    'users',
    'threads_count',
    `FROM threads WHERE author_id = c.id AND type <> 'reply' AND deleted_at IS NULL`,
  ),
  'threads.likes_count': countOf('threads', 'likes_count', 'FROM likes WHERE thread_id = c.id'),
  'threads.replies_count': countOf(
    'threads',
    'replies_count',
    'FROM threads r WHERE r.parent_id = c.id AND r.deleted_at IS NULL',
  ),
  'threads.reposts_count': countOf(
    'threads',
    'reposts_count',
    'FROM reposts WHERE thread_id = c.id',
  ),
  'threads.quotes_count': countOf(
    'threads',
    'quotes_count',
    'FROM threads q WHERE q.quoted_id = c.id AND q.deleted_at IS NULL',
  ),
  'threads.bookmarks_count': countOf(
    'threads',
    'bookmarks_count',
    'FROM bookmarks WHERE thread_id = c.id',
  ),
  'threads.reaction_counts': `
    SELECT c.id FROM threads c
    WHERE c.reaction_counts IS DISTINCT FROM coalesce((
      SELECT jsonb_object_agg(type, count)
      FROM (SELECT type, count(*) FROM reactions WHERE thread_id = c.id GROUP BY type) AS typed
    ), '{}')`,
  'hashtags.threads_count': countOf(
    'hashtags',
    'threads_count',
    'FROM thread_hashtags WHERE hashtag_id = c.id',
  ),
  'threads.hashtags': `
    SELECT c.id FROM threads c
    WHERE (SELECT count(*) FROM thread_hashtags l JOIN hashtags h ON h.id = l.hashtag_id
           WHERE l.thread_id = c.id AND h.tag = ANY (c.hashtags)) <> cardinality(c.hashtags)
      OR (SELECT count(*) FROM thread_hashtags l WHERE l.thread_id = c.id) <> cardinality(c.hashtags)`,
  'polls.voters_count': countOf('polls', 'voters_count', 'FROM poll_ballots WHERE poll_id = c.id'),
  'poll_options.votes_count': countOf(
    'poll_options',
    'votes_count',
    'FROM poll_votes WHERE option_id = c.id',
  ),
  'feed_entries of threads': `
    SELECT t.id FROM threads t
    WHERE (t.type <> 'reply' AND t.deleted_at IS NULL AND t.author_id IS NOT NULL) <> EXISTS (
      SELECT FROM feed_entries e WHERE e.key = t.id AND e.thread_id = t.id AND e.actor_id = t.author_id
    )`,
  'feed_entries of reposts': `
    SELECT key FROM feed_entries e
    FULL JOIN reposts r ON e.key = r.id AND e.actor_id = r.user_id AND e.thread_id = r.thread_id
    WHERE e.key IS DISTINCT FROM e.thread_id AND (e.key IS NULL OR r.id IS NULL)`,
  'conversations.last_seq': `
    SELECT c.id FROM conversations c
    WHERE c.last_seq <> (SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = c.id)`,
  'conversation_members.unread_count': `
    SELECT c.user_id FROM conversation_members c
    WHERE NOT c.is_ignored AND c.unread_count <> (
      SELECT count(*) FROM messages
      WHERE conversation_id = c.conversation_id AND sender_id <> c.user_id AND seq > c.read_seq
    )`,
};

function countOf(table: string, counter: string, rows: string): string {
  return `SELECT c.id FROM ${table} c WHERE c.${counter} <> (SELECT count(*) ${rows})`;
}

/** Names the counters that differ from the rows they count; an empty list is as it must be. */
export async function findCounterDrift(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const drifted: string[] = [];
    for (const [name, query] of Object.entries(checks)) {
      const { rowCount } = await client.query(query);
      if (rowCount !== 0) drifted.push(`${name}: ${rowCount} rows`);
    }
    return drifted;
  } finally {
    await client.end();
  }
}
