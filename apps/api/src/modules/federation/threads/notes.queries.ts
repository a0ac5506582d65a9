import type { Focus } from '@skein/contracts/media';
import type { Audience, ReplyPermission } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  anonymousViewer,
  canSee,
  canSeeThreadsBy,
  isActive,
  isInAudience,
  isLocal,
  isPublic,
  isServerBlocked,
} from '../../../domain/visibility.queries.ts';
import type { ThreadAliases } from '../../../domain/visibility.queries.ts';
import { isPlayable } from '../../media/index.ts';
import { selectFormerUsernamesIn } from '../../users/index.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';
import { selectHost } from '../servers/server-policy.queries.ts';
import type { PermissionRow } from '../approvals/interaction-policy.ts';
import type { QuoteRow } from '../approvals/quote.serializer.ts';

const { sql } = Prisma;

/** An account that a note mentions or replies to. */
export interface NamedActor {
  userId: string;
  username: string;
  /** The id and page of an account of another server; null for a local one. */
  uri: string | null;
  url: string | null;
}

export interface NoteFile {
  mimeType: string;
  storageKey: string;
  fileName: string;
  altText: string | null;
  width: number | null;
  height: number | null;
  blurhash: string | null;
  focus: Focus | null;
}

export interface NotePoll {
  question: string;
  multiple: boolean;
  /** A time in the JSON format of PostgreSQL. */
  expiresAt: string;
  /** Whether its end was announced. */
  isClosed: boolean;
  votersCount: number;
  options: { text: string; votesCount: number }[];
}

interface NoteParent {
  id: string;
  /** The id of a thread of another server; null for a local one. */
  uri: string | null;
  /** How its author is asked to approve a reply; null if everyone may reply. */
  replyApproval: 'request' | 'create' | null;
  author: NamedActor;
}

/** A thread of a local user, as other servers read it. */
export interface NoteRow {
  id: string;
  authorId: string;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  language: string | null;
  hashtags: string[];
  audience: Audience;
  /** Whether every server may read it. Otherwise only servers of approved followers may. */
  isOpen: boolean;
  createdAt: Date;
  editedAt: Date | null;
  /** The thread that it replies to; null also if that was deleted. */
  parent: NoteParent | null;
  /** The address at which the author of the parent on another server approves the reply. */
  replyAuthorizationUri: string | null;
  /** Whether it waits for this approval, or was rejected: only the author of the parent was asked or has it. */
  isReplyPending: boolean;
  replyPermission: ReplyPermission;
  /**
   * The root of a reply, whose permission applies to replies; null for a root. The policy is null if the root is of
   * another server or was deleted.
   */
  root: { policy: PermissionRow | null } | null;
  /** The quoted thread, also before its author has approved the quote. */
  quote: QuoteRow | null;
  /** `names` are in the text, and may be former ones. */
  mentions: (NamedActor & { names: string[] })[];
  files: NoteFile[];
  poll: NotePoll | null;
}

const namedActor = (user: Prisma.Sql, remote: Prisma.Sql) => sql`json_build_object(
  'userId', ${user}.id, 'username', ${user}.username, 'uri', ${remote}.uri, 'url', ${remote}.url)`;

/** Whether every server may read the threads of an account. */
export const isOpenAuthor = (author: Prisma.Sql) => sql`(CASE WHEN ${isLocal(author)}
  THEN ${canSeeThreadsBy(anonymousViewer, author)} ELSE ${isPublic(author)} END)`;

/**
 * Whether an account of another server may learn that a local thread exists: it may see the thread, or everyone may.
 * @param sender An alias of `users`
 */
export function isKnownTo(sender: Prisma.Sql, aliases: ThreadAliases): Prisma.Sql {
  return sql`(${canSee(anonymousViewer, aliases)} OR ${canSee(sql`${sender}.id`, aliases)}
    AND NOT ${isServerBlocked(sql`${aliases.author}.id`, sender)})`;
}

export const isForEveryone = (thread: Prisma.Sql) => isInAudience(anonymousViewer, thread);

/** The mentioned users that other servers know, with the ids of users of other servers. */
const selectMentionedActors = (threadId: Prisma.Sql) => sql`to_json(ARRAY(
  SELECT json_build_object('userId', u.id, 'uri', actor.uri)
  FROM thread_mentions mention JOIN users u ON u.id = mention.user_id
    LEFT JOIN remote_actors actor ON actor.user_id = u.id
  WHERE mention.thread_id = ${threadId} AND (u.domain IS NOT NULL OR ${isFederated(sql`u`)})
  ORDER BY u.username))`;

/**
 * A thread of a federated local user; null if it is a reply in a conversation that other people may see than the
 * followers of its author. One for mentioned users is sent to them only.
 */
export async function findNoteRow(
  database: Database | Transaction,
  threadId: string,
): Promise<NoteRow | null> {
  const isOpenRoot = sql`(root.id IS NULL OR (${isForEveryone(sql`root`)}
    AND (root_author.id IS NULL OR ${isOpenAuthor(sql`root_author`)})))`;
  const [row] = await database.query<NoteRow>(sql`
    SELECT t.id, t.author_id AS "authorId", t.content, t.content_warning AS "contentWarning",
      t.is_sensitive AS "isSensitive", t.language, t.hashtags, t.audience,
      ${isForEveryone(sql`t`)} AND ${isOpenRoot} AND ${isOpenAuthor(sql`a`)} AS "isOpen",
      t.created_at AS "createdAt", t.edited_at AS "editedAt", t.reply_permission AS "replyPermission",
      CASE WHEN root.id IS NOT NULL THEN json_build_object('policy', CASE
        WHEN ${isLocal(sql`root_author`)} AND root_author.id IS NOT NULL AND root.deleted_at IS NULL
        THEN json_build_object('permission', root.reply_permission, 'authorId', root.author_id,
          'mentions', ${selectMentionedActors(sql`root.id`)}) END) END AS root,
      (SELECT json_build_object('id', quoted.id, 'uri', object.uri, 'url', object.url,
          'isOwn', quoted.author_id = t.author_id, 'isApproved', t.quoted_id IS NOT NULL,
          'authorizationUri', approval.authorization_uri)
        FROM threads quoted JOIN users quoted_author ON quoted_author.id = quoted.author_id
          LEFT JOIN remote_objects object ON object.thread_id = quoted.id
        WHERE quoted.id = coalesce(t.quoted_id,
            CASE WHEN t.quote_state = 'pending' THEN approval.quoted_id END)
          AND quoted.deleted_at IS NULL AND ${isForEveryone(sql`quoted`)}
          AND (object.uri IS NOT NULL OR quoted.author_id = t.author_id
            OR ${isFederated(sql`quoted_author`)} AND ${isOpenAuthor(sql`quoted_author`)})) AS quote,
      reply_approval.authorization_uri AS "replyAuthorizationUri",
      reply_approval.thread_id IS NOT NULL AND reply_approval.authorization_uri IS NULL AS "isReplyPending",
      (SELECT json_build_object('id', parent.id, 'uri', object.uri, 'replyApproval', object.reply_approval,
          'author', ${namedActor(sql`u`, sql`actor`)})
        FROM threads parent JOIN users u ON u.id = parent.author_id
          LEFT JOIN remote_objects object ON object.thread_id = parent.id
          LEFT JOIN remote_actors actor ON actor.user_id = u.id
        WHERE parent.id = t.parent_id AND parent.deleted_at IS NULL) AS parent,
      to_json(ARRAY(SELECT jsonb_build_object('names',
          array_prepend(u.username, ${selectFormerUsernamesIn(sql`t.content`, sql`u.id`)}))
          || ${namedActor(sql`u`, sql`actor`)}::jsonb
        FROM thread_mentions mention JOIN users u ON u.id = mention.user_id
          LEFT JOIN remote_actors actor ON actor.user_id = u.id
        WHERE mention.thread_id = t.id AND (u.domain IS NOT NULL OR ${isFederated(sql`u`)})
        ORDER BY u.username)) AS mentions,
      to_json(ARRAY(SELECT json_build_object('mimeType', m.mime_type, 'storageKey', m.storage_key,
          'fileName', m.file_name, 'altText', m.alt_text, 'width', m.width, 'height', m.height,
          'blurhash', m.blurhash, 'focus', m.focus)
        FROM media m WHERE m.thread_id = t.id AND ${isPlayable(sql`m`)} ORDER BY m.position)) AS files,
      (SELECT json_build_object('question', poll.question, 'multiple', poll.multiple,
          'expiresAt', poll.expires_at, 'isClosed', poll.announced_at IS NOT NULL,
          'votersCount', poll.voters_count, 'options', (SELECT json_agg(json_build_object('text', option.text,
              'votesCount', option.votes_count) ORDER BY option.position)
            FROM poll_options option WHERE option.poll_id = poll.id))
        FROM polls poll WHERE poll.thread_id = t.id) AS poll
    FROM threads t JOIN users a ON a.id = t.author_id
      LEFT JOIN quote_approvals approval ON approval.thread_id = t.id
      LEFT JOIN reply_approvals reply_approval ON reply_approval.thread_id = t.id
      LEFT JOIN threads root ON root.id = t.root_id
      LEFT JOIN users root_author ON root_author.id = root.author_id
    WHERE t.id = ${threadId}::uuid AND t.deleted_at IS NULL
      AND ${isFederated(sql`a`)} AND (root.id IS NULL OR root.author_id = t.author_id
        OR t.audience = 'mentioned' OR ${isOpenRoot})`);
  return row ?? null;
}

/** Whether a server has an approved follower of an account that is not suspended. */
export async function hasFollowerOn(
  database: Database,
  authorId: string,
  host: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM follows JOIN remote_actors remote ON remote.user_id = follows.follower_id
      JOIN users follower ON follower.id = follows.follower_id AND ${isActive(sql`follower`)}
    WHERE follows.followee_id = ${authorId}::uuid AND ${selectHost(sql`remote.uri`)} = ${host}
      AND NOT ${isServerBlocked(authorId, sql`follower`)}
    LIMIT 1`);
  return rows.length > 0;
}

interface StoredObject {
  threadId: string;
  /** Null if its account no longer exists. */
  authorId: string | null;
}

/** A stored thread of another server, by the id of its document. It may be deleted. */
export async function findObject(database: Database, uri: string): Promise<StoredObject | null> {
  const [row] = await database.query<StoredObject>(sql`
    SELECT thread.id AS "threadId", thread.author_id AS "authorId"
    FROM remote_objects object JOIN threads thread ON thread.id = object.thread_id
    WHERE object.uri = ${uri}`);
  return row ?? null;
}
