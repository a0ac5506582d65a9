import type { Audience, ReplyPermission } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  notifyOfThread,
  registerForFollowers,
} from '../../domain/events/notification-writer.queries.ts';
import { enqueueNewThread } from '../../domain/events/federation-writer.queries.ts';
import { enqueueThreadWebhooks } from '../../domain/events/webhook-writer.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import {
  isActive,
  isBlockedBetween,
  isListedAudience,
  isPublic,
  isPublicThread,
} from '../../domain/visibility.queries.ts';
import { toRepeatedTextKey } from '../protection/index.ts';
import { newThreadColumns } from './reading/thread-columns.queries.ts';
import { targetFragments } from './reading/thread-target.queries.ts';
import type { ThreadTarget } from './reading/thread-target.queries.ts';
import { withAuthor } from './reading/threads.rows.ts';
import type { ThreadRow, WithAuthorColumns } from './reading/threads.rows.ts';

const { sql } = Prisma;

export interface NewThread {
  id: string;
  authorId: string;
  target: ThreadTarget;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  replyPermission: ReplyPermission;
  /** Null for the author's default. A reply has the audience of its parent if that is narrower. */
  audience: Audience | null;
  language: string | null;
  /** Lower case, without duplicates. */
  hashtags: string[];
  /** Present usernames, lower case. Unknown ones are ignored. */
  mentions: string[];
  linkCardId: string | null;
  /** Whether other servers are informed. */
  isFederated: boolean;
  /** Absent for the time of the id. */
  createdAt?: Date;
  /** True for a thread that no feed contains. */
  hasNoEntry?: boolean;
  /** True for a thread that is not among all threads, although it is public. */
  isUnlisted?: boolean;
  /** True for a thread of another server. */
  isRemote?: boolean;
}

interface InsertedThread {
  row: ThreadRow;
  /** The recipients of new notifications. */
  recipientIds: string[];
}

/**
 * Inserts a thread with its feed entry, counters, hashtags, mentions and notifications. Returns the
 * row as the author sees it, without attachments and quoted thread; null when the account no longer
 * exists or the viewer may not reply to or quote the target.
 *
 * It is one statement, so that a thread or reply is stored completely or not at all. For a rejected
 * quote, the author's counter is already incremented: run it in a transaction and roll that back.
 */
export async function insertThread(
  database: Database | Transaction,
  thread: NewThread,
): Promise<InsertedThread | null> {
  const [inserted] = await database.query<InsertedColumns>(insertStatement(thread));
  if (inserted === undefined) return null;
  const { recipientIds = [], ...columns } = inserted;
  return { row: { ...toNewRow(thread), ...withAuthor(columns) }, recipientIds };
}

type InsertedColumns = WithAuthorColumns<Pick<ThreadRow, 'author' | 'audience'>> &
  Partial<Pick<ThreadRow, 'parentId' | 'rootId' | 'level' | 'path' | 'isMuted' | 'card'>> &
  Partial<Pick<ThreadRow, 'mentions'> & Pick<InsertedThread, 'recipientIds'>>;

/**
 * What is known of a new thread without a query: the input, no engagement, and for a reply the permission, without
 * which it would not be inserted.
 */
function toNewRow(thread: NewThread): Omit<ThreadRow, 'author' | 'audience'> {
  const { id, target, content, contentWarning, isSensitive, replyPermission } = thread;
  const { language, hashtags, createdAt = dateOfId(id) } = thread;
  return {
    id,
    type: target.type,
    content,
    contentWarning,
    isSensitive,
    replyPermission,
    language,
    hashtags,
    createdAt,
    parentId: null,
    rootId: null,
    quotedId: target.type === 'quote' ? target.quotedId : null,
    isQuoteDetached: false,
    quoteApprovalState: null,
    isHidden: false,
    level: 0,
    path: '',
    likesCount: 0,
    repliesCount: 0,
    repostsCount: 0,
    quotesCount: 0,
    bookmarksCount: 0,
    reactionCounts: {},
    editedAt: null,
    deletedAt: null,
    media: [],
    mentions: [],
    poll: null,
    card: null,
    remote: null,
    hasChain: false,
    isOwn: true,
    isLiked: false,
    isReposted: false,
    isBookmarked: false,
    isMuted: false,
    myReaction: null,
    matchesReplyPermission: true,
    root: target.type === 'reply' ? { matchesReplyPermission: true, isOwn: false } : null,
  };
}

// From the locked row, so that the listing job either sees the new thread or has set the state.
const isListed = sql`author.thread_listing <> 'unlisted' AND ${isListedAudience(sql`thread`)}`;

/**
 * PostgreSQL initializes every part of a statement at each execution, so that a thread without tags, mentions and a
 * target gets a statement without the parts for them.
 */
function insertStatement(thread: NewThread): Prisma.Sql {
  const { hashtags, mentions } = thread;
  const { ctes, returned, columns, values, from, target, widestAudience } = targetFragments(thread);
  const isReply = target?.type === 'reply';
  const hasTags = hashtags.length > 0;
  const hasMentions = mentions.length > 0;
  const notifies = target !== null || hasMentions;
  // The lock order is users, threads, then hashtags by name, so that concurrent transactions cannot
  // deadlock.
  const parts = [
    ctes,
    sql`thread AS (
      INSERT INTO threads (id, created_at, author_id, content, content_warning, is_sensitive,
        reply_permission, audience, language, hashtags, text_key, link_card_id, ${columns})
      SELECT ${thread.id}::uuid, ${thread.createdAt ?? dateOfId(thread.id)}, author.id, ${thread.content},
        ${thread.contentWarning}, ${thread.isSensitive}, ${thread.replyPermission}::reply_permission,
        greatest(coalesce(${thread.audience}::audience, author.default_audience), ${widestAudience}),
        ${thread.language}, ${hashtags}::text[],
        ${toRepeatedTextKey(thread.content)},
        ${thread.linkCardId}::uuid, ${values}
      FROM ${from} RETURNING ${returned}
    )`,
    ...(isReply || thread.hasNoEntry ? [] : [insertEntry(thread), registerForFollowers]),
    ...(thread.isFederated ? [enqueueNewThread()] : []),
    ...(hasTags
      ? [insertTags(hashtags), enqueueThreadWebhooks(hashtags, isPublicNow(isReply))]
      : []),
    ...(hasMentions ? [insertMentions(thread)] : []),
    ...(notifies ? [sql`notified AS (${notifyOfThread({ target, mentions })})`] : []),
  ];
  const recipients = sql`, ARRAY(SELECT recipient_id FROM notified) AS "recipientIds"`;
  const visibleMentions = hasMentions
    ? sql`SELECT id, username, name FROM named WHERE ${isActive(sql`named`)}`
    : null;
  return sql`
    WITH ${Prisma.join(parts, ', ')}
    SELECT ${newThreadColumns(thread, visibleMentions)}${notifies ? recipients : Prisma.empty}
    FROM thread t JOIN author a ON a.id = t.author_id`;
}

const insertEntry = ({ isUnlisted = false }: NewThread) => sql`entry AS (
  INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
  SELECT thread.id, author_id, thread.id, ${isUnlisted ? sql`false` : isListed} FROM thread, author
)`;

/** Whether the new thread is public. Only a reply depends on more than its author, whose row is locked. */
const isPublicNow = (isReply: boolean) =>
  isReply
    ? isPublicThread(sql`thread`)
    : sql`${isListedAudience(sql`thread`)} AND ${isPublic(sql`author`)}`;

/** DO UPDATE, unlike DO NOTHING, also returns a hashtag that a concurrent transaction inserts. */
function insertTags(hashtags: readonly string[]): Prisma.Sql {
  const ids = hashtags.map(() => newId());
  const order = hashtags.length === 1 ? Prisma.empty : sql`ORDER BY used.tag COLLATE "C"`;
  return sql`tag AS (
    INSERT INTO hashtags AS known (id, tag, threads_count)
    SELECT used.id, used.tag, 1
    FROM thread, unnest(${ids}::uuid[], ${hashtags}::text[]) AS used (id, tag) ${order}
    ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count + 1 RETURNING id
  ), link AS (
    INSERT INTO thread_hashtags (hashtag_id, thread_id, is_listed)
    SELECT tag.id, thread.id, ${isListed} FROM tag, thread, author
  )`;
}

/**
 * Mentioned users are locked, so that an account being deleted is not mentioned. This does not apply to the author,
 * whose row this statement may update.
 */
function insertMentions({ authorId, mentions }: NewThread): Prisma.Sql {
  const columns = (user: Prisma.Sql) =>
    sql`${user}.id, ${user}.username, ${user}.name, ${user}.suspended_at, ${user}.domain`;
  return sql`named AS (
    SELECT * FROM (
      SELECT ${columns(sql`mentioned`)} FROM thread, users mentioned
      WHERE mentioned.username = ANY (${mentions}::text[]) AND mentioned.id <> thread.author_id
        AND NOT ${isBlockedBetween(authorId, sql`mentioned.id`)}
      FOR KEY SHARE OF mentioned
    ) other
    UNION ALL SELECT ${columns(sql`author`)} FROM thread, author
    WHERE author.username = ANY (${mentions}::text[])
  ), mention AS (
    INSERT INTO thread_mentions (thread_id, user_id) SELECT thread.id, named.id FROM thread, named
  )`;
}
