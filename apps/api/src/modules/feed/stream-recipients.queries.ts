import type { Audience } from '@skein/contracts/threads';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  canSee,
  canSeeThreadsBy,
  isFollowing,
  isInAudience,
  isListedAudience,
  isLocal,
  isMuted,
  isPublic,
} from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** A thread, or its repost by the actor. */
export interface StreamedEntry {
  /** The id of the repost, or else that of the thread. */
  key: string;
  threadId: string;
  actorId: string;
}

export interface DeletedEntry extends StreamedEntry {
  audience: Audience;
  rootId: string | null;
}

/** A reader who may see the entry, and the timelines in which they find it. */
export interface StreamRecipient {
  userId: string;
  /** In the Following feed. */
  isHome: boolean;
  /** In the feed of all threads. */
  isPublic: boolean;
  hasMedia: boolean;
  /** The tags whose lists contain it. */
  hashtags: string[];
  /** The reader's lists of users whose feeds contain it. */
  listIds: string[];
  /** Whether the thread looks the same to all such readers. */
  isCommon: boolean;
}

/** Selects the readers who may see an entry in one of their timelines, in one statement for all. */
export async function listStreamRecipients(
  database: Database,
  { key, threadId, actorId, listsRemote }: StreamedEntry & { listsRemote: boolean },
  readerIds: readonly string[],
): Promise<StreamRecipient[]> {
  const reader = sql`reader.id`;
  const isRoot = sql`thread.root_id IS NULL`;
  const isOwnEntry = key === threadId;
  return database.query<StreamRecipient>(sql`
    SELECT reader.id AS "userId",
      ${isRoot} AND ${isOwnEntry ? isThreadInFollowing(reader) : isRepostInFollowing(reader)} AS "isHome",
      ${isRoot} AND ${isOwnEntry} AND ${isListedAudience(sql`thread`)}
        ${listsRemote ? Prisma.empty : sql`AND ${isLocal(sql`author`)}`}
        AND ${isInFeedLanguages(reader)} AS "isPublic",
      ${exists(sql`media WHERE media.thread_id = thread.id`)} AS "hasMedia",
      CASE WHEN ${isOwnEntry} AND ${isListedAudience(sql`thread`)} THEN thread.hashtags ELSE '{}' END AS hashtags,
      CASE WHEN ${isRoot} AND ${isOwnEntry ? sql`true` : isShownRepost(reader)}
        THEN ${selectListsOfActor(reader)} ELSE '{}' END AS "listIds",
      ${looksCommon(reader)} AS "isCommon"
    FROM unnest(${readerIds}::uuid[]) reader(id)
      JOIN threads thread ON thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      JOIN users author ON author.id = thread.author_id
      JOIN users actor ON actor.id = ${actorId}::uuid
    WHERE ${canSee(reader, { thread: sql`thread`, author: sql`author` })}
      AND ${canSeeThreadsBy(reader, sql`actor`)}
      AND NOT ${isMuted(reader, sql`author.id`)} AND NOT ${isMuted(reader, sql`actor.id`)}`);
}

/** Selects the readers who may see a thread, wherever they find it, in one statement for all. */
export async function listThreadReaders(
  database: Database,
  threadId: string,
  readerIds: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(sql`
    SELECT reader.id AS "userId"
    FROM unnest(${readerIds}::uuid[]) reader(id)
      JOIN threads thread ON thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      JOIN users author ON author.id = thread.author_id
    WHERE ${canSee(sql`reader.id`, { thread: sql`thread`, author: sql`author` })}`);
  return rows.map(({ userId }) => userId);
}

/** Selects the readers who could see a deleted thread, or a removed repost of a visible one. */
export async function listDeletionRecipients(
  database: Database,
  { key, threadId, actorId, rootId, audience }: DeletedEntry,
  readerIds: readonly string[],
): Promise<string[]> {
  const reader = sql`reader.id`;
  const isRepostVisible =
    exists(sql`threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND ${canSee(reader, { thread: sql`thread`, author: sql`author` })}`);
  const rows = await database.query<{ userId: string }>(sql`
    SELECT reader.id AS "userId"
    FROM unnest(${readerIds}::uuid[]) reader(id)
      JOIN users actor ON actor.id = ${actorId}::uuid
    WHERE ${canSeeThreadsBy(reader, sql`actor`)} AND NOT ${isMuted(reader, sql`actor.id`)}
      AND ${wasInAudience(reader, audience)}
      AND ${key === threadId ? sql`true` : isRepostVisible}
      AND (${rootId}::uuid IS NULL OR ${exists(sql`
        threads root JOIN users author ON author.id = root.author_id
        WHERE root.id = ${rootId}::uuid AND ${canSeeThreadsBy(reader, sql`author`)}
          AND ${isInAudience(reader, sql`root`)}`)})`);
  return rows.map(({ userId }) => userId);
}

/** Whether the reader found a deleted thread in a timeline. Its mentions may be deleted. */
function wasInAudience(reader: Prisma.Sql, audience: Audience): Prisma.Sql {
  if (audience === 'public' || audience === 'unlisted') return sql`true`;
  return audience === 'followers' ? isByFollowee(reader) : sql`actor.id = ${reader}`;
}

/** The row of one entry for `threads.list`. Empty if the viewer may not see it. */
export function selectStreamedEntry(
  viewerId: string,
  { key, threadId, actorId }: StreamedEntry,
): Prisma.Sql {
  return sql`
    SELECT thread.id AS thread_id, 1 AS position, ${key}::uuid AS key,
      ${key === threadId ? null : actorId}::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}

/** Whether the reader has chosen the language of the thread for the feed of all threads. */
function isInFeedLanguages(reader: Prisma.Sql): Prisma.Sql {
  const primary = (tag: Prisma.Sql) => sql`split_part(${tag}, '-', 1)`;
  return sql`(thread.language IS NULL OR thread.author_id = ${reader} OR NOT ${exists(sql`users chooser
    WHERE chooser.id = ${reader} AND chooser.feed_languages <> '{}'
      AND ${primary(sql`thread.language`)} NOT IN (
        SELECT ${primary(sql`chosen.tag`)} FROM unnest(chooser.feed_languages) AS chosen (tag))`)})`;
}

const isByFollowee = (reader: Prisma.Sql) =>
  sql`(actor.id = ${reader} OR ${isFollowing(reader, sql`actor.id`)})`;

/** By the author, or because the reader follows a hashtag of a public thread. */
function isThreadInFollowing(reader: Prisma.Sql): Prisma.Sql {
  const hasFollowedTag = exists(sql`hashtag_follows followed
    WHERE followed.user_id = ${reader} AND followed.tag = ANY (thread.hashtags)`);
  return sql`(${isByFollowee(reader)} OR (${isPublic(sql`author`)}
    AND ${isListedAudience(sql`thread`)} AND ${hasFollowedTag}))`;
}

/** By the actor, unless the reader hides their reposts. */
function isRepostInFollowing(reader: Prisma.Sql): Prisma.Sql {
  return sql`(${isByFollowee(reader)} AND ${isShownRepost(reader)})`;
}

function isShownRepost(reader: Prisma.Sql): Prisma.Sql {
  return sql`NOT ${exists(sql`repost_mutes
    WHERE muter_id = ${reader} AND muted_id = actor.id`)}`;
}

const selectListsOfActor = (reader: Prisma.Sql) => sql`ARRAY(
  SELECT list.id::text FROM user_lists list JOIN user_list_members member ON member.list_id = list.id
  WHERE list.owner_id = ${reader} AND member.user_id = actor.id)`;

/**
 * Whether nothing in the thread depends on the reader: it refers to no other thread, everyone may reply,
 * no mention is hidden from the reader, and the reader has
 * neither engaged with it nor muted it and has no keyword filters.
 */
function looksCommon(reader: Prisma.Sql): Prisma.Sql {
  const engaged = ['likes', 'reposts', 'bookmarks', 'reactions'].map((table) =>
    exists(sql`${Prisma.raw(table)} WHERE user_id = ${reader} AND thread_id = thread.id`),
  );
  const voted = exists(sql`poll_votes vote JOIN polls poll ON poll.id = vote.poll_id
    WHERE vote.user_id = ${reader} AND poll.thread_id = thread.id`);
  const mutedThread = exists(sql`thread_mutes WHERE user_id = ${reader} AND thread_id = thread.id`);
  const hasFilter = exists(sql`keyword_filters WHERE user_id = ${reader}`);
  return sql`(thread.type = 'thread' AND thread.reply_permission = 'ANYONE'
    AND author.id <> ${reader} AND actor.id <> ${reader}
    AND NOT ${exists(sql`blocks WHERE blocker_id = ${reader} OR blocked_id = ${reader}`)}
    AND NOT (${Prisma.join([...engaged, voted, mutedThread, hasFilter], ' OR ')}))`;
}
