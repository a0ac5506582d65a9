import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  canMessage,
  canSeeProfile,
  isActive,
  isBlockedBetween,
  isFollowing,
  isLimited,
  selectPairKey,
} from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * The messages of the other member wait for the user to accept them, or the user has declined them.
 */
export type MessageRequest = 'pending' | 'declined';

/** What the viewer may do in the conversation with another user. */
export interface ChatPermission {
  partnerId: string;
  canSeeProfile: boolean;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  canMessage: boolean;
  isPartnerPrivate: boolean;
  /** Messages to the partner wait as a request. */
  isRequestToPartner: boolean;
  /** The partner has no request of the viewer's that is pending or was declined. */
  isAcceptedByPartner: boolean;
  /** The viewer can send no more messages before the partner accepts or answers. */
  isAwaitingAnswer: boolean;
  /** The partner ignores the conversation. */
  isIgnoredByPartner: boolean;
  /** Neither has turned typing indicators off. */
  sharesTyping: boolean;
  /** The viewer's account exists and is not suspended. */
  isViewerActive: boolean;
  /** The viewer's account is limited, and the partner accepts messages of others. */
  isViewerLimited: boolean;
  /** The viewer's membership in the conversation; null when there is none. */
  conversation: OwnMembership | null;
}

export interface OwnMembership {
  id: string;
  lastSeq: number;
  clearedSeq: number;
  isMuted: boolean;
  isIgnored: boolean;
  isPinned: boolean;
  request: MessageRequest | null;
  /** The viewer's last visible message that the partner has read. */
  seenUpTo: string | null;
}

/** Null when the partner does not exist or is suspended. */
export async function findPermission(
  database: Database,
  viewerId: string,
  partnerId: string,
): Promise<ChatPermission | null> {
  const [permission] = await database.query<ChatPermission>(selectPermission(viewerId, partnerId));
  return permission ?? null;
}

/**
 * Selects a `ChatPermission` and further columns. The aliases are `partner` of users, and `c`, `own`
 * and `other` of the conversation and its members, which are null when there is none.
 */
export function selectPermission(
  viewerId: string,
  partnerId: string,
  { columns = Prisma.empty, joins = Prisma.empty } = {},
): Prisma.Sql {
  return sql`
    SELECT partner.id AS "partnerId", ${canSeeProfile(viewerId, sql`partner`)} AS "canSeeProfile",
      ${isBlockedBetween(viewerId, sql`partner.id`)} AS "isBlocked",
      ${canMessage(viewerId, sql`partner`)} AS "canMessage", partner.is_private AS "isPartnerPrivate",
      request.exists AS "isRequestToPartner",
      NOT request.exists AND other.request IS NULL AS "isAcceptedByPartner",
      request.exists AND coalesce(c.last_seq, 0) >= ${messageRequestMessagesMax} AS "isAwaitingAnswer",
      coalesce(other.is_ignored, false) AS "isIgnoredByPartner",
      ${exists(sql`users viewer WHERE viewer.id = ${viewerId}::uuid AND ${isActive(sql`viewer`)}`)} AS "isViewerActive",
      partner.message_permission IN ('everyone', 'requests') AND ${isLimited(viewerId)} AS "isViewerLimited",
      partner.sends_typing_indicators AND ${exists(sql`users viewer
        WHERE viewer.id = ${viewerId}::uuid AND viewer.sends_typing_indicators`)} AS "sharesTyping",
      CASE WHEN own.user_id IS NOT NULL THEN json_build_object('id', c.id, 'lastSeq', c.last_seq,
        'clearedSeq', own.cleared_seq, 'isMuted', own.is_muted, 'isIgnored', own.is_ignored,
        'isPinned', own.pinned_at IS NOT NULL,
        'request', own.request,
        'seenUpTo', (SELECT id FROM messages
          WHERE conversation_id = c.id AND sender_id = own.user_id AND deleted_at IS NULL
            AND seq <= least(other.read_seq, own.last_sent_seq) AND seq > own.cleared_seq
          ORDER BY seq DESC LIMIT 1)) END AS conversation ${columns}
    FROM users partner
      LEFT JOIN conversations c ON ${isBetween(viewerId, partnerId)}
      LEFT JOIN conversation_members own
        ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
      LEFT JOIN conversation_members other
        ON other.conversation_id = c.id AND other.user_id = partner.id
      CROSS JOIN LATERAL (SELECT ${isRequest(viewerId)} AS exists) request ${joins}
    WHERE partner.id = ${partnerId}::uuid AND ${isActive(sql`partner`)}`;
}

/**
 * Whether a message of the sender to `partner` (a row of `users`) waits as a request. `other` is the
 * partner's membership, which is null if there is none.
 */
export function isRequest(senderId: string): Prisma.Sql {
  return sql`(coalesce(other.last_sent_seq, 0) = 0
    AND (coalesce(other.request = 'declined', false) OR (partner.message_permission = 'requests'
      AND (other.request IS NOT NULL OR other.last_message_at IS NULL)))
    AND NOT ${isFollowing(sql`partner.id`, sql`${senderId}::uuid`)})`;
}

/** Whether `conversations c` is the conversation of these two users. */
export function isBetween(oneId: string, otherId: string): Prisma.Sql {
  return sql`(c.pair_key = ${selectPairKey(sql`${oneId}::uuid`, sql`${otherId}::uuid`)})`;
}

/** The id of the viewer's partner in `conversations c`. */
export function partnerOf(viewerId: string): Prisma.Sql {
  return sql`(SELECT counterpart.user_id FROM conversation_members counterpart
    WHERE c.kind = 'direct' AND counterpart.conversation_id = c.id AND counterpart.user_id <> ${viewerId}::uuid)`;
}
