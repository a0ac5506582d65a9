import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isBlockedBetween, isFollowing, isKnown } from '../users/index.ts';

const { sql } = Prisma;

/** How the viewer stands to somebody whom they might write to. */
export interface Standing {
  partnerId: string;
  /** The viewer may know of them. */
  isKnown: boolean;
  /** Neither has blocked the other. */
  isReachable: boolean;
  /** Their account takes messages of the viewer's. */
  isWelcome: boolean;
  /** Their side of the conversation ignores the viewer. */
  isUnheard: boolean;
  /** The viewer's own account is still there. */
  isViewerPresent: boolean;
  /** The viewer's side of the conversation; null where there is none. */
  conversation: OwnSide | null;
}

export interface OwnSide {
  id: string;
  lastSeq: number;
  clearedSeq: number;
  isMuted: boolean;
  isIgnored: boolean;
  /** The viewer's last message that the other has read, of those that still show. */
  seenUpTo: string | null;
}

/** Null for somebody unknown or suspended. */
export async function findStanding(
  database: Database,
  viewerId: string,
  partnerId: string,
): Promise<Standing | null> {
  const [standing] = await database.$queryRaw<Standing[]>(sql`
    SELECT partner.id AS "partnerId", ${isKnown(viewerId, sql`partner`)} AS "isKnown",
      NOT ${isBlockedBetween(viewerId, sql`partner.id`)} AS "isReachable",
      ${isOpenTo(viewerId, sql`partner`)} AS "isWelcome",
      coalesce(other.is_ignored, false) AS "isUnheard",
      ${exists(sql`users WHERE id = ${viewerId}::uuid AND suspended_at IS NULL`)} AS "isViewerPresent",
      CASE WHEN own.user_id IS NOT NULL THEN json_build_object('id', c.id, 'lastSeq', c.last_seq,
        'clearedSeq', own.cleared_seq, 'isMuted', own.is_muted, 'isIgnored', own.is_ignored,
        'seenUpTo', (SELECT id FROM messages
          WHERE conversation_id = c.id AND sender_id = own.user_id AND deleted_at IS NULL
            AND seq <= least(other.read_seq, own.last_sent_seq) AND seq > own.cleared_seq
          ORDER BY seq DESC LIMIT 1)) END AS conversation
    FROM users partner
      LEFT JOIN conversations c ON ${isBetween(viewerId, partnerId)}
      LEFT JOIN conversation_members own
        ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
      LEFT JOIN conversation_members other
        ON other.conversation_id = c.id AND other.user_id = partner.id
    WHERE partner.id = ${partnerId}::uuid AND partner.suspended_at IS NULL`);
  return standing ?? null;
}

/** Whether `conversations c` is the one of these two people. */
export function isBetween(oneId: string, otherId: string): Prisma.Sql {
  return sql`(c.lower_id = least(${oneId}::uuid, ${otherId}::uuid)
    AND c.upper_id = greatest(${oneId}::uuid, ${otherId}::uuid))`;
}

/** The other one of `conversations c`. */
export function partnerOf(viewerId: string): Prisma.Sql {
  return sql`(CASE c.lower_id WHEN ${viewerId}::uuid THEN c.upper_id ELSE c.lower_id END)`;
}

/**
 * Whether a person's account takes messages of the viewer's: a public one does, a private one those
 * of whom it follows or has written to. Blocks are another question.
 */
export function isOpenTo(viewerId: string, person: Prisma.Sql): Prisma.Sql {
  const hasWritten = exists(sql`conversation_members written
    JOIN conversations c ON c.id = written.conversation_id
    WHERE written.user_id = ${person}.id AND written.last_sent_seq > 0
      AND c.lower_id = least(${viewerId}::uuid, ${person}.id)
      AND c.upper_id = greatest(${viewerId}::uuid, ${person}.id)`);
  return sql`(NOT ${person}.is_private
    OR ${isFollowing(sql`${person}.id`, sql`${viewerId}::uuid`)} OR ${hasWritten})`;
}
