import { notificationTypes } from '@skein/contracts/constants';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../domain/visibility.queries.ts';
import { visibleUsername } from '../users/index.ts';
import { inPages, pageSize } from './in-pages.ts';

const { sql } = Prisma;

/** What a user has set for themselves. Appearance is stored on the device only. */
export async function getSettings(database: Database, userId: string): Promise<unknown> {
  const [settings] = await database.query(sql`
    SELECT account.is_private AS "isPrivate", account.is_shown_outside AS "isShownOutside",
      coalesce(account.is_federated, NOT account.is_private AND account.is_shown_outside) AS "isFederated",
      account.aliases, account.moved_at AS "movedAt",
      (SELECT ${visibleUsername(userId, sql`target`)} FROM users target
        WHERE target.id = account.moved_to_id) AS "movedTo",
      account.sensitive_content AS "sensitiveContent",
      account.message_permission AS "messagePermission",
      account.sends_read_receipts AS "sendsReadReceipts",
      account.sends_typing_indicators AS "sendsTypingIndicators",
      account.reminds_of_alt_text AS "remindsOfAltText",
      account.is_bot AS "isBot", account.is_discoverable AS "isDiscoverable",
      account.hides_connections AS "hidesConnections",
      account.is_sensitive_by_default AS "isSensitiveByDefault", account.default_language AS "defaultLanguage",
      account.default_audience AS "defaultAudience", account.feed_languages AS "feedLanguages",
      ARRAY(SELECT tag FROM featured_hashtags WHERE user_id = account.id ORDER BY id) AS "featuredHashtags",
      ARRAY(SELECT domain FROM server_blocks WHERE user_id = account.id ORDER BY domain) AS "blockedServers",
      EXISTS (SELECT FROM email_digests WHERE user_id = account.id) AS "emailDigest",
      (SELECT json_object_agg(type, coalesce(NOT type::notification_type = ANY (preference.disabled), true))
        FROM unnest(${[...notificationTypes]}::text[]) type) AS notifications,
      json_build_object('notFollowing', coalesce(preference.filters_not_following, false),
        'notFollowers', coalesce(preference.filters_not_followers, false),
        'newAccounts', coalesce(preference.filters_new_accounts, false)) AS "filteredNotifications"
    FROM users account LEFT JOIN notification_preferences preference ON preference.user_id = account.id
    WHERE account.id = ${userId}::uuid`);
  return settings;
}

/** The settings of each conversation, page by page. */
export function listConversationSettings(database: Database, userId: string) {
  return inPages(
    database,
    (after) => sql`
      SELECT member.conversation_id::text AS key, CASE WHEN other.id IS NOT NULL
          THEN ${visibleUsername(userId, sql`other`)} END AS "with", grp.name AS "group",
        member.is_muted AS "isMuted",
        member.is_ignored AS "isIgnored", member.pinned_at IS NOT NULL AS "isPinned", member.request,
        coalesce(draft.text, '') AS draft
      FROM conversation_members member
        JOIN conversations c ON c.id = member.conversation_id
        LEFT JOIN chat_groups grp ON grp.conversation_id = c.id
        LEFT JOIN conversation_members theirs ON c.kind = 'direct'
          AND theirs.conversation_id = c.id AND theirs.user_id <> member.user_id
        LEFT JOIN users other ON other.id = theirs.user_id
        LEFT JOIN message_drafts draft ON draft.conversation_id = member.conversation_id
          AND draft.user_id = member.user_id
      WHERE member.user_id = ${userId}::uuid AND member.conversation_id > ${after}::uuid
      ORDER BY member.conversation_id LIMIT ${pageSize}`,
  );
}

/** What the user chose for their feeds. Limits per user keep it short. */
export async function exportFeedSettings(database: Database, userId: string): Promise<unknown> {
  const [settings] = await database.query(selectFeedSettings(userId));
  return settings;
}

function selectFeedSettings(userId: string): Prisma.Sql {
  return sql`
    SELECT coalesce((SELECT json_agg(json_build_object('tag', tag, 'since', created_at) ORDER BY created_at)
      FROM hashtag_follows WHERE user_id = ${userId}::uuid), '[]') AS hashtags,
      coalesce((SELECT json_agg(json_build_object('phrase', phrase, 'title', title, 'isWholeWord', is_whole_word,
          'contexts', contexts, 'action', action, 'expiresAt', expires_at) ORDER BY id)
        FROM keyword_filters WHERE user_id = ${userId}::uuid), '[]') AS filters,
      coalesce((SELECT json_agg(json_build_object('filter', coalesce(phrase.title, phrase.phrase), 'threadId', filtered.thread_id) ORDER BY filtered.id)
        FROM filtered_threads filtered JOIN LATERAL (SELECT title, phrase FROM keyword_filters
          WHERE user_id = ${userId}::uuid AND coalesce(group_id, id) = filtered.group_id ORDER BY id LIMIT 1) phrase ON true
        WHERE filtered.user_id = ${userId}::uuid), '[]') AS "filteredThreads",
      coalesce((SELECT json_agg(json_build_object('name', list.name, 'members', ARRAY(
          SELECT ${visibleUsername(userId, sql`account`)} FROM user_list_members member
            JOIN users account ON account.id = member.user_id
          WHERE member.list_id = list.id AND ${isActive(sql`account`)}
          ORDER BY member.created_at)) ORDER BY list.position, list.id)
        FROM user_lists list WHERE list.owner_id = ${userId}::uuid), '[]') AS lists`;
}
