import { exists, existsUnique, Prisma } from '@skein/db';
import { isListable, matchesReplyPermission } from '../../../domain/visibility.queries.ts';
import { selectConversion } from '../../media/index.ts';
import { selectLinkCard } from '../link-cards/link-card.hydrator.ts';
import type { ThreadTarget } from './thread-target.queries.ts';

const { sql } = Prisma;

/** Selects a `ThreadRow` for the viewer from the thread `t` and its author `a`. */
export function threadColumns(viewerId: string): Prisma.Sql {
  // Read once per statement; it saves the subquery of each thread for most viewers.
  const mutesThreads = exists(sql`thread_mutes WHERE user_id = ${viewerId}::uuid`);
  return sql`${baseColumns(viewerId, mutesThreads)}, ${additionColumns(viewerId)}, ${permissionColumns(viewerId)}`;
}

/** Selects the columns of a `ThreadRow` that every thread has. */
export function baseColumns(viewerId: string, mutesThreads = sql`true`): Prisma.Sql {
  const isMuted = sql`${mutesThreads} AND ${hasMuted(sql`${viewerId}::uuid`)}`;
  return sql`${ownColumns}, ${author}, ${card}, ${media}, ${hasChain}, ${engagementColumns(viewerId)}, ${isMuted} AS "isMuted"`;
}

/** The columns of a `ThreadRow` that are empty for most threads and need several subqueries. */
export const noAdditions = { mentions: [], poll: null, remote: null };

type Addition = keyof typeof noAdditions;

/** Whether the thread `t` may have each of them. */
export const additionFlags: Readonly<Record<Addition, Prisma.Sql>> = {
  mentions: sql`strpos(t.content, '@') > 0`,
  poll: existsUnique(sql`polls WHERE thread_id = t.id`),
  remote: sql`a.domain IS NOT NULL`,
};

/** Selects all or some of them. */
export function additionColumns(
  viewerId: string,
  names: readonly Addition[] = ['mentions', 'poll', 'remote'],
): Prisma.Sql {
  const columns = { mentions: mentions(viewerId), poll: poll(viewerId), remote };
  return Prisma.join(names.map((name) => columns[name]));
}

interface NewThread {
  authorId: string;
  target: ThreadTarget;
  linkCardId: string | null;
}

/**
 * Selects the columns of a `ThreadRow` that `toNewRow` does not know, for a thread `t` inserted by this statement, as
 * its author `a` sees it.
 * @param named A SELECT of id, username and name of the mentioned users; null if there are none.
 */
export function newThreadColumns(
  { authorId, target, linkCardId }: NewThread,
  named: Prisma.Sql | null,
): Prisma.Sql {
  const columns = [sql`t.audience, ${author}`];
  if (target.type === 'reply') {
    columns.push(sql`t.parent_id AS "parentId", t.root_id AS "rootId", t.level, t.path,
      ${hasMuted(sql`${authorId}::uuid`)} AS "isMuted"`);
  }
  if (linkCardId !== null) columns.push(sql`${selectLinkCard(sql`${linkCardId}::uuid`)} AS card`);
  if (named !== null) {
    columns.push(
      sql`to_json(ARRAY(SELECT ${mention} FROM (${named}) u ORDER BY u.username)) AS mentions`,
    );
  }
  return Prisma.join(columns);
}

const ownColumns = sql`
  t.id, t.type, t.content, t.content_warning AS "contentWarning", t.is_sensitive AS "isSensitive",
  t.reply_permission AS "replyPermission", t.audience, t.language, t.parent_id AS "parentId",
  t.root_id AS "rootId", t.quoted_id AS "quotedId",
  t.is_quote_detached AS "isQuoteDetached", t.quote_state AS "quoteApprovalState", t.is_hidden AS "isHidden", t.level, t.path, t.hashtags,
  t.likes_count AS "likesCount", t.replies_count AS "repliesCount", t.reposts_count AS "repostsCount",
  t.quotes_count AS "quotesCount", t.bookmarks_count AS "bookmarksCount",
  t.reaction_counts AS "reactionCounts", t.created_at AS "createdAt", t.edited_at AS "editedAt",
  t.deleted_at AS "deletedAt"`;

// Columns cost half as much as a JSON object.
const author = sql`
  a.id AS "authorId", a.username AS "authorUsername", a.name AS "authorName",
  a.picture_key AS "authorPictureKey", a.is_verified AS "isAuthorVerified", a.is_private AS "isAuthorPrivate"`;

const card = sql`${selectLinkCard(sql`t.link_card_id`)} AS card`;

/** A `MediaRow` as JSON, from the alias `m` of `media`. */
export const mediaObject = sql`
  json_build_object('id', m.id, 'type', m.type, 'storageKey', m.storage_key,
    'fileName', m.file_name, 'altText', m.alt_text, 'focus', m.focus, 'width', m.width, 'height', m.height,
    'durationMs', m.duration_ms, 'blurhash', m.blurhash, 'posterFileName', m.poster_file_name,
    'originalName', m.original_name, 'variants', m.variants, 'captions', m.captions,
    'conversion', ${selectConversion(sql`m`)})`;

const media = sql`
  to_json(ARRAY(SELECT ${mediaObject}
    FROM media m WHERE m.thread_id = t.id ORDER BY m.position)) AS media`;

// The second part of a chain is the first reply. Looking for others would read all replies of popular threads.
const hasChain = sql`
  coalesce(t.root_id IS NULL AND t.replies_count > 0 AND (
    SELECT part.author_id = t.author_id AND part.deleted_at IS NULL FROM threads part
    WHERE part.parent_id = t.id ORDER BY part.id LIMIT 1), false) AS "hasChain"`;

const mention = sql`json_build_object('id', u.id, 'username', u.username, 'name', u.name)`;

/** Leaves out the users that the viewer may not see, even if the text contains their usernames. */
function mentions(viewerId: string): Prisma.Sql {
  // Most texts have no @, which saves the subquery.
  return sql`
    CASE WHEN strpos(t.content, '@') > 0 THEN to_json(ARRAY(SELECT ${mention}
      FROM thread_mentions mentioned JOIN users u ON u.id = mentioned.user_id
      WHERE mentioned.thread_id = t.id AND ${isListable(viewerId, sql`u`)}
      ORDER BY u.username)) ELSE '[]' END AS mentions`;
}

function poll(viewerId: string): Prisma.Sql {
  return sql`
    (SELECT json_build_object('id', p.id, 'question', p.question, 'multiple', p.multiple,
        'expiresAt', p.expires_at, 'votersCount', p.voters_count,
        'options', (SELECT json_agg(json_build_object('id', o.id, 'optionText', o.text,
            'votesCount', o.votes_count) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = p.id),
        'myOptionIds', (SELECT json_agg(v.option_id) FROM poll_votes v
            WHERE v.poll_id = p.id AND v.user_id = ${viewerId}::uuid))
      FROM polls p WHERE p.thread_id = t.id) AS poll`;
}

const remote = sql`
  CASE WHEN a.domain IS NOT NULL THEN (
    SELECT json_build_object('uri', object.uri, 'url', coalesce(object.url, object.uri), 'richText', object.rich_text,
      'quoteAutomatic', object.quote_automatic, 'quoteManual', object.quote_manual,
      'approvesReplies', object.reply_approval IS NOT NULL AND t.audience <> 'mentioned',
      'attachments', to_json(ARRAY(SELECT json_build_object('id', file.id, 'type', file.type,
          'url', file.url, 'mimeType', file.mime_type, 'altText', file.alt_text,
          'blurhash', file.blurhash, 'focus', file.focus, 'width', file.width, 'height', file.height,
          'storageKey', stored.storage_key)
        FROM remote_attachments file LEFT JOIN remote_media stored
          ON stored.storage_key = file.storage_key AND NOT stored.is_rejected
        WHERE file.thread_id = t.id ORDER BY file.position)))
    FROM remote_objects object WHERE object.thread_id = t.id) END AS remote`;

/** Whether a user is not notified about the conversation of the thread. */
function hasMuted(userId: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`thread_mutes
    WHERE user_id = ${userId} AND thread_id = coalesce(t.root_id, t.id)`);
}

function engagementColumns(viewerId: string): Prisma.Sql {
  // A counter of 0 saves the subquery in most cases.
  const hasEngaged = (table: 'likes' | 'reposts' | 'bookmarks') => {
    const name = Prisma.raw(table);
    const own = sql`${name} WHERE user_id = ${viewerId}::uuid AND thread_id = t.id`;
    return sql`t.${name}_count > 0 AND ${existsUnique(own)}`;
  };
  return sql`
    t.author_id IS NOT DISTINCT FROM ${viewerId}::uuid AS "isOwn",
    ${hasEngaged('likes')} AS "isLiked", ${hasEngaged('reposts')} AS "isReposted",
    ${hasEngaged('bookmarks')} AS "isBookmarked",
    CASE WHEN t.reaction_counts <> '{}' THEN (SELECT type FROM reactions
      WHERE user_id = ${viewerId}::uuid AND thread_id = t.id) END AS "myReaction"`;
}

/** Selects the permissions of a `ThreadRow`, which `openPermissions` replaces for a root that everyone may reply to. */
export function permissionColumns(viewerId: string): Prisma.Sql {
  return sql`
    ${matchesReplyPermission(viewerId, sql`t`)} AS "matchesReplyPermission",
    (SELECT json_build_object('matchesReplyPermission', ${matchesReplyPermission(viewerId, sql`root`)},
        'isOwn', root.author_id IS NOT DISTINCT FROM ${viewerId}::uuid)
      FROM threads root WHERE root.id = t.root_id) AS root`;
}

export const openPermissions = { matchesReplyPermission: true, root: null };
