import { heldAccountHours, heldMentionsMin } from '@skein/contracts/limits';
import { exists, Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { isFollowing, isLocal } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Holds the notifications of a thread of another server that looks like spam, until their recipients have accepted its
 * author: it mentions many users of this server, none of whose users follows the author, or the author is new. Does
 * not hold notifications of recipients who follow the author.
 */
export async function holdNotifications(
  tx: Transaction,
  threadId: string,
  recipientIds: readonly string[],
): Promise<void> {
  if (recipientIds.length === 0) return;
  const isNew = sql`author.created_at > now() - make_interval(hours => ${heldAccountHours}::int)`;
  const mentionsMany = sql`(SELECT count(*) FROM thread_mentions mention
      JOIN users mentioned ON mentioned.id = mention.user_id
    WHERE mention.thread_id = ${threadId}::uuid AND ${isLocal(sql`mentioned`)}) >= ${heldMentionsMin}::int`;
  const isFollowedHere = exists(sql`follows JOIN users follower ON follower.id = follows.follower_id
    WHERE follows.followee_id = author.id AND ${isLocal(sql`follower`)}`);
  await tx.execute(sql`
    UPDATE notifications notification SET is_held = true FROM users author
    WHERE author.id = notification.actor_id AND notification.thread_id = ${threadId}::uuid
      AND notification.recipient_id = ANY (${recipientIds}::uuid[])
      AND notification.type IN ('mention', 'reply', 'quote')
      AND NOT ${isFollowing(sql`notification.recipient_id`, sql`author.id`)}
      AND (${isNew} OR (${mentionsMany} AND NOT ${isFollowedHere}))`);
}
