import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee } from '../../domain/visibility.queries.ts';
import { visibleName, visibleUsername } from '../users/index.ts';
import { exportBookmarkedThreads } from './export-activity.queries.ts';
import { inPages, pageSize } from './in-pages.ts';

const { sql } = Prisma;

export interface ExportedMedium {
  id: string;
  storageKey: string;
  fileName: string;
  createdAt: Date;
  captions: { fileName: string; language: string }[];
}

// A user's data, page by page, the oldest first.

export function exportThreads(database: Database, userId: string) {
  return inPages(database, (after) => selectThreads(userId, after));
}

export function exportScheduled(database: Database, userId: string) {
  return inPages(database, (after) => selectScheduled(userId, after));
}

export function exportDrafts(database: Database, userId: string) {
  return inPages(database, (after) => selectDrafts(userId, after));
}

export function exportImportedPosts(database: Database, userId: string) {
  return inPages(database, (after) => selectImportedPosts(userId, after));
}

export function exportMessages(database: Database, userId: string) {
  return inPages(database, (after) => selectMessages(userId, after));
}

export function exportBookmarks(database: Database, userId: string) {
  return {
    folders: inPages(database, (after) => selectBookmarkFolders(userId, after)),
    bookmarks: exportBookmarkedThreads(database, userId),
  };
}

export function exportMedia(database: Database, userId: string) {
  return inPages<ExportedMedium & { key: string }>(database, (after) => selectMedia(userId, after));
}

export function exportStrikes(database: Database, userId: string) {
  return inPages(database, (after) => selectStrikes(userId, after));
}

export function exportReportMessages(database: Database, userId: string) {
  return inPages(database, (after) => selectReportMessages(userId, after));
}

/** Usernames that are reserved for the user. A limit per user keeps it short. */
export function exportFormerUsernames(database: Database, userId: string): Promise<unknown[]> {
  return database.formerUsername.findMany({
    where: { userId },
    select: { username: true, expiresAt: true },
    orderBy: { expiresAt: 'asc' },
  });
}

/** At most one of each provider. */
export function exportIdentities(database: Database, userId: string): Promise<unknown[]> {
  return database.identity.findMany({
    where: { userId },
    select: { issuer: true, subject: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: 'asc' },
  });
}

/** Files in the archive are named after the media ids. */
const fileNames = (of: Prisma.Sql) => sql`
  coalesce((SELECT json_agg(json_build_object(
      'file', 'media/' || f.id || substring(f.file_name FROM '[.][^.]+$'), 'altText', f.alt_text,
      'captions', (SELECT coalesce(json_agg(json_build_object('language', c->>'language',
          'file', 'media/' || f.id || '.' || (c->>'language') || '.vtt')), '[]')
        FROM jsonb_array_elements(f.captions) c))
      ORDER BY f.position)
    FROM media f WHERE ${of}), '[]')`;

function selectThreads(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT t.id::text AS key, t.id, t.type, t.content,
      t.content_warning AS "contentWarning", t.is_sensitive AS "isSensitive",
      EXISTS (SELECT FROM pinned_threads p WHERE p.thread_id = t.id) AS "isPinned", t.created_at AS "createdAt",
      t.edited_at AS "editedAt", t.reply_permission AS "replyPermission",
      t.audience, t.language,
      ${visibleId(userId, sql`t.parent_id`)} AS "parentThreadId",
      ${visibleId(userId, sql`t.root_id`)} AS "rootThreadId",
      ${visibleId(userId, sql`t.quoted_id`)} AS "quotedThreadId",
      t.hashtags, t.likes_count AS "likesCount", t.replies_count AS "repliesCount",
      t.reposts_count AS "repostsCount", t.quotes_count AS "quotesCount",
      t.reaction_counts AS reactions, ${fileNames(sql`f.thread_id = t.id`)} AS media,
      (SELECT json_build_object('question', p.question, 'multiple', p.multiple,
          'expiresAt', p.expires_at, 'options', (SELECT json_agg(json_build_object(
            'optionText', o.text, 'votesCount', o.votes_count) ORDER BY o.position)
            FROM poll_options o WHERE o.poll_id = p.id))
        FROM polls p WHERE p.thread_id = t.id) AS poll,
      coalesce((SELECT json_agg(json_build_object('content', r.content,
          'contentWarning', r.content_warning, 'createdAt', r.created_at)
          ORDER BY r.id) FROM thread_revisions r WHERE r.thread_id = t.id), '[]') AS "earlierTexts"
    FROM threads t
    WHERE t.author_id = ${userId}::uuid AND t.deleted_at IS NULL AND t.id > ${after}::uuid
    ORDER BY t.id LIMIT ${pageSize}`;
}

function selectScheduled(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT s.id::text AS key, s.id, s.scheduled_at AS "scheduledAt", s.content,
      s.content_warning AS "contentWarning", s.is_sensitive AS "isSensitive",
      s.parent_id AS "parentThreadId", s.reply_permission AS "replyPermission", s.audience, s.language, s.poll,
      ${fileNames(sql`f.scheduled_id = s.id`)} AS media,
      coalesce((SELECT json_agg(json_build_object('content', part.content, 'files', part.files)
          ORDER BY part.position)
        FROM scheduled_parts part WHERE part.scheduled_id = s.id), '[]') AS "furtherParts",
      s.created_at AS "createdAt"
    FROM scheduled_threads s
    WHERE s.author_id = ${userId}::uuid AND s.id > ${after}::uuid
    ORDER BY s.id LIMIT ${pageSize}`;
}

function selectDrafts(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT d.id::text AS key, d.id, d.topic, d.texts, d.content_warning AS "contentWarning",
      d.is_sensitive AS "isSensitive", d.reply_permission AS "replyPermission", d.audience, d.language, d.poll,
      d.parent_id AS "parentThreadId", d.quoted_id AS "quotedThreadId",
      d.scheduled_at AS "scheduledAt",
      coalesce((SELECT json_agg(json_build_object(
          'file', 'media/' || f.id || substring(f.file_name FROM '[.][^.]+$'),
          'part', used.part, 'altText', used.alt_text) ORDER BY used.position)
        FROM draft_media used JOIN media f ON f.id = used.media_id
        WHERE used.draft_id = d.id), '[]') AS media,
      d.created_at AS "createdAt", d.updated_at AS "updatedAt"
    FROM drafts d
    WHERE d.author_id = ${userId}::uuid AND d.id > ${after}::uuid
    ORDER BY d.id LIMIT ${pageSize}`;
}

function selectImportedPosts(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT post.id::text AS key, post.text, post.content_warning AS "contentWarning", post.url,
      post.is_reply AS "isReply", post.published_at AS "publishedAt"
    FROM imported_posts post
    WHERE post.user_id = ${userId}::uuid AND post.id > ${after}::uuid
    ORDER BY post.id LIMIT ${pageSize}`;
}

/** The id of a thread that the user may see, else NULL. */
function visibleId(userId: string, threadId: Prisma.Sql): Prisma.Sql {
  const isVisible = canSee(userId, { thread: sql`other`, author: sql`author` });
  return sql`CASE WHEN ${threadId} IS NOT NULL THEN (
    SELECT other.id FROM threads other LEFT JOIN users author ON author.id = other.author_id
    WHERE other.id = ${threadId} AND ${isVisible}) END`;
}

/** The messages that the user still sees, without cleared ones; in groups, only their own. */
function selectMessages(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT m.id::text AS key, m.id, m.created_at AS "createdAt", m.edited_at AS "editedAt",
      m.type AS "messageType", m.content, ${visibleId(userId, sql`m.shared_thread_id`)} AS "sharedThreadId",
      m.sender_id = ${userId}::uuid AS "isOwn", m.reactions ->> ${userId}::text AS "ownReaction",
      (SELECT quoted.id FROM messages quoted
        WHERE quoted.conversation_id = m.conversation_id AND quoted.seq = m.reply_to_seq) AS "replyToId",
      CASE WHEN other.id IS NOT NULL THEN json_build_object('id', other.id,
        'username', ${visibleUsername(userId, sql`other`)},
        'name', ${visibleName(userId, sql`other`)}) END AS "with",
      CASE WHEN grp.name IS NOT NULL THEN json_build_object('id', c.id, 'name', grp.name) END AS "group",
      m.event,
      ${fileNames(sql`(f.message_id = m.id OR f.additional_message_id = m.id) AND f.owner_id = ${userId}::uuid`)} AS media
    FROM conversation_members member
      JOIN messages m ON m.conversation_id = member.conversation_id
        AND m.seq > member.cleared_seq AND m.deleted_at IS NULL
      JOIN conversations c ON c.id = member.conversation_id
      LEFT JOIN chat_groups grp ON grp.conversation_id = c.id
      LEFT JOIN conversation_members theirs ON c.kind = 'direct'
        AND theirs.conversation_id = c.id AND theirs.user_id <> member.user_id
      LEFT JOIN users other ON other.id = theirs.user_id
    WHERE member.user_id = ${userId}::uuid AND m.id > ${after}::uuid
      AND (c.kind = 'direct' OR m.sender_id = member.user_id)
    ORDER BY m.id LIMIT ${pageSize}`;
}

/** Leaves out the moderators, who stay anonymous. */
function selectStrikes(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT strike.id::text AS key, strike.id, strike.action::text AS action, strike.rules, strike.text,
      strike.thread_text AS "threadText", strike.created_at AS "createdAt",
      strike.ends_at AS "endsAt", strike.lifted_at AS "liftedAt",
      CASE WHEN appeal.strike_id IS NOT NULL THEN json_build_object('text', appeal.text,
        'status', appeal.status, 'createdAt', appeal.created_at,
        'decidedAt', appeal.decided_at, 'decisionText', appeal.decision_text) END AS appeal
    FROM strikes strike LEFT JOIN appeals appeal ON appeal.strike_id = strike.id
    WHERE strike.user_id = ${userId}::uuid AND strike.id > ${after}::uuid
    ORDER BY strike.id LIMIT ${pageSize}`;
}

/** Messages of moderators about the user's reports. The moderators stay anonymous. */
function selectReportMessages(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT message.id::text AS key, message.id, message.text, message.created_at AS "createdAt",
      json_build_object('targetType', report.target_type, 'reason', report.reason,
        'createdAt', report.created_at) AS report
    FROM report_messages message JOIN reports report ON report.id = message.report_id
    WHERE message.recipient_id = ${userId}::uuid AND message.id > ${after}::uuid
    ORDER BY message.id LIMIT ${pageSize}`;
}

function selectBookmarkFolders(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT id::text AS key, name, created_at AS "createdAt"
    FROM bookmark_folders WHERE owner_id = ${userId}::uuid AND id > ${after}::uuid
    ORDER BY id LIMIT ${pageSize}`;
}

function selectMedia(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT id::text AS key, id, storage_key AS "storageKey", file_name AS "fileName",
      created_at AS "createdAt", captions
    FROM media WHERE owner_id = ${userId}::uuid AND id > ${after}::uuid
    ORDER BY id LIMIT ${pageSize}`;
}
