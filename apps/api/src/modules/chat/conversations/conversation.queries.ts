import type { ConversationKind } from '@skein/contracts/chat';
import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isConnectable } from '../../../domain/federated-accounts.queries.ts';
import {
  canMessage,
  canSeeProfile,
  isActive,
  isBlockedBetween,
  isFollowing,
  isLimited,
} from '../../../domain/visibility.queries.ts';
import { toDirectId, toPairKey } from './direct-pair.ts';

const { sql } = Prisma;

/** Messages that wait for the member to accept them, or that the member has declined. */
export type MessageRequest = 'pending' | 'declined';

/** The viewer's membership in a conversation. */
export interface Membership {
  lastSeq: number;
  clearedSeq: number;
  isMuted: boolean;
  isMentionMuted: boolean;
  isIgnored: boolean;
  isPinned: boolean;
  isAdmin: boolean;
  request: MessageRequest | null;
}

/** The other member of a direct conversation, and what the viewer may do. */
interface OtherMember {
  id: string;
  /** An account of another server. */
  isRemote: boolean;
  canSeeProfile: boolean;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  canMessage: boolean;
  isPrivate: boolean;
  hasWritten: boolean;
  /** Messages to the other member wait as a request. */
  isRequest: boolean;
  /** The viewer may know that the next message waits as a request: a declined one looks like a pending one. */
  isKnownRequest: boolean;
  /** The other member has no request of the viewer's that is pending or was declined. */
  hasAccepted: boolean;
  /** The viewer can send no more messages before the other member accepts or answers. */
  isAwaited: boolean;
  /** The other member ignores the conversation. */
  isIgnoring: boolean;
  /** Neither has turned typing indicators off. */
  sharesTyping: boolean;
}

interface CommonFields {
  id: string;
  /** The viewer's account exists and is not suspended. */
  isViewerActive: boolean;
  /** The viewer's account is limited. */
  isViewerLimited: boolean;
  /** The viewer has not turned off the connection with other servers. */
  isViewerFederated: boolean;
  /** The other member accepts messages of others. */
  acceptsOthers: boolean;
}

/** A conversation of two users, which may not be stored yet. */
export interface DirectConversation extends CommonFields {
  kind: 'direct';
  /** Null if the conversation is not stored yet. */
  membership: Membership | null;
  other: OtherMember;
}

export interface GroupConversation extends CommonFields {
  kind: 'group';
  membership: Membership;
  other: null;
}

/** A conversation with the membership of the viewer. */
export type ViewedConversation = DirectConversation | GroupConversation;

type Row = Omit<ViewedConversation, 'id'> & { id: string | null };

/**
 * Finds a group of the viewer, or the direct conversation with a user, by the id of the conversation or of the other
 * user. Null for a group of others, and for a user who does not exist or is suspended.
 */
export async function findConversation(
  database: Database | Transaction,
  viewerId: string,
  id: string,
): Promise<ViewedConversation | null> {
  const [row] = await database.query<Row>(selectConversation(viewerId, id));
  return row === undefined ? null : withId(viewerId, row);
}

/** A stored conversation of a user, without what the user may do in it. */
export interface StoredConversation {
  id: string;
  kind: ConversationKind;
  /** The other member of a direct conversation. */
  otherId: string | null;
}

/** Finds a conversation of a user by its id, or by the other member of a direct conversation. */
export async function findStoredConversation(
  database: Database,
  userId: string,
  key: { id: string } | { otherId: string },
): Promise<StoredConversation | null> {
  const matches =
    'id' in key ? sql`c.id = ${key.id}::uuid` : sql`c.pair_key = ${toPairKey(userId, key.otherId)}`;
  const [stored] = await database.query<StoredConversation>(sql`
    SELECT c.id, c.kind, theirs.user_id AS "otherId"
    FROM conversations c
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${userId}::uuid
      LEFT JOIN conversation_members theirs ON c.kind = 'direct'
        AND theirs.conversation_id = c.id AND theirs.user_id <> own.user_id
    WHERE ${matches}`);
  return stored ?? null;
}

/** A conversation that is not stored yet already has an id. */
export function withId<Found extends Row>(
  viewerId: string,
  row: Found,
): Found & ViewedConversation {
  const id = row.id ?? toDirectId(toPairKey(viewerId, row.other?.id ?? ''));
  // The statement returns the other member of a direct conversation, and the membership in a group.
  const viewed: unknown = { ...row, id };
  return viewed as Found & ViewedConversation;
}

/**
 * Selects a `ViewedConversation` and further columns. The aliases are `viewer` of users; `c` and `own` of the
 * conversation and the viewer's membership; `other` of users and `theirs` of the other member of a direct conversation.
 * All but the first may be null.
 */
export function selectConversation(
  viewerId: string,
  id: string,
  { columns = Prisma.empty, joins = Prisma.empty } = {},
): Prisma.Sql {
  return sql`
    SELECT c.id, coalesce(c.kind, 'direct') AS kind,
      coalesce(${isActive(sql`viewer`)} AND viewer.id IS NOT NULL, false) AS "isViewerActive",
      ${isLimited(viewerId)} AS "isViewerLimited", ${isConnectable(sql`viewer`)} AS "isViewerFederated",
      coalesce(other.message_permission IN ('everyone', 'requests'), false) AS "acceptsOthers",
      CASE WHEN own.user_id IS NOT NULL THEN json_build_object('lastSeq', c.last_seq,
        'clearedSeq', own.cleared_seq, 'isMuted', own.is_muted, 'isMentionMuted', own.is_mention_muted,
        'isIgnored', own.is_ignored, 'isPinned', own.pinned_at IS NOT NULL, 'isAdmin', own.is_admin,
        'request', own.request) END AS membership,
      CASE WHEN other.id IS NOT NULL THEN json_build_object('id', other.id,
        'isRemote', other.domain IS NOT NULL, 'canSeeProfile', ${canSeeProfile(viewerId, sql`other`)},
        'isBlocked', ${isBlockedBetween(viewerId, sql`other.id`)},
        'canMessage', ${canMessage(viewerId, sql`other`)}, 'isPrivate', other.is_private,
        'hasWritten', coalesce(theirs.last_sent_seq > 0, false), 'isRequest', request.exists,
        'isKnownRequest', request.exists AND other.message_permission = 'requests'
          AND (theirs.request IS NOT NULL OR coalesce(c.last_seq, 0) = 0),
        'hasAccepted', NOT request.exists AND theirs.request IS NULL,
        'isAwaited', request.exists AND coalesce(c.last_seq, 0) >= ${messageRequestMessagesMax}::int,
        'isIgnoring', coalesce(theirs.is_ignored, false),
        'sharesTyping', other.sends_typing_indicators AND viewer.sends_typing_indicators) END AS other ${columns}
    FROM (SELECT ${viewerId}::uuid AS id) self LEFT JOIN users viewer ON viewer.id = self.id
      LEFT JOIN (conversations c JOIN conversation_members own
          ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid)
        ON c.id = ${id}::uuid OR c.pair_key = ${toPairKey(viewerId, id)}
      LEFT JOIN conversation_members theirs ON c.kind = 'direct'
        AND theirs.conversation_id = c.id AND theirs.user_id <> ${viewerId}::uuid
      LEFT JOIN users other ON other.id = CASE WHEN c.id IS NULL THEN ${id}::uuid ELSE theirs.user_id END
        AND other.id <> self.id AND ${isActive(sql`other`)}
      CROSS JOIN LATERAL (SELECT ${isRequest(viewerId)} AS exists) request ${joins}
    WHERE c.kind = 'group' OR other.id IS NOT NULL`;
}

/**
 * Whether a message of the sender to `other` (a row of `users`) waits as a request. `theirs` is the membership of
 * the other, which is null if there is none.
 */
export function isRequest(senderId: string): Prisma.Sql {
  return sql`(coalesce(theirs.last_sent_seq, 0) = 0
    AND (coalesce(theirs.request = 'declined', false) OR (other.message_permission = 'requests'
      AND (theirs.request IS NOT NULL OR theirs.last_message_at IS NULL)))
    AND NOT ${isFollowing(sql`other.id`, sql`${senderId}::uuid`)})`;
}

/** Whether a member of a direct conversation has blocked the other. */
export const isBlockedInside = exists(sql`blocks
  JOIN conversation_members blocker ON blocker.conversation_id = c.id AND blocker.user_id = blocks.blocker_id
  JOIN conversation_members blocked ON blocked.conversation_id = c.id AND blocked.user_id = blocks.blocked_id
  WHERE c.kind = 'direct'`);
