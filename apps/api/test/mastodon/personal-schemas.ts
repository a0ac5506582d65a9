import { z } from 'zod';
import { imageSchema } from './schemas.ts';

/** The entities of docs.joinmastodon.org that a user or an app has created, with every field. */

const time = z.iso.datetime();
const flag = z.boolean();

export const applicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  website: z.url().nullable(),
  scopes: z.array(z.string()).min(1),
  redirect_uri: z.string(),
  redirect_uris: z.array(z.string()).min(1),
  vapid_key: z.string(),
});

export const preferencesSchema = z.strictObject({
  'posting:default:visibility': z.enum(['public', 'unlisted', 'private']),
  'posting:default:sensitive': flag,
  'posting:default:language': z.string().nullable(),
  'posting:default:quote_policy': z.enum(['public', 'followers', 'nobody']),
  'reading:expand:media': z.enum(['default', 'show_all', 'hide_all']),
  'reading:expand:spoilers': flag,
  'reading:autoplay:gifs': flag,
});

export const listSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  replies_policy: z.enum(['followed', 'list', 'none']),
  exclusive: flag,
});

const marker = z.strictObject({
  last_read_id: z.string(),
  version: z.number().int(),
  updated_at: time,
});
export const markersSchema = z.strictObject({ home: marker, notifications: marker });

const context = z.array(z.enum(['home', 'public', 'account', 'thread', 'notifications'])).min(1);

export const filterV1Schema = z.strictObject({
  id: z.string(),
  phrase: z.string(),
  context,
  expires_at: time.nullable(),
  irreversible: flag,
  whole_word: flag,
});

export const filterKeywordSchema = z.strictObject({
  id: z.string(),
  keyword: z.string(),
  whole_word: flag,
});

export const filterStatusSchema = z.strictObject({ id: z.string(), status_id: z.string() });

export const filterSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  context,
  expires_at: time.nullable(),
  filter_action: z.enum(['warn', 'hide']),
  keywords: z.array(filterKeywordSchema).length(1),
  statuses: z.array(filterStatusSchema).length(1),
});

export const scheduledStatusSchema = z.strictObject({
  id: z.string(),
  scheduled_at: time,
  params: z.strictObject({
    text: z.string(),
    poll: z
      .strictObject({
        options: z.array(z.string()).min(2),
        expires_in: z.number().int(),
        multiple: flag,
        hide_totals: flag,
      })
      .nullable(),
    media_ids: z.array(z.string()),
    sensitive: flag,
    spoiler_text: z.string().nullable(),
    visibility: z.enum(['public', 'unlisted', 'private']),
    in_reply_to_id: z.string().nullable(),
    language: z.string().nullable(),
    application_id: z.null(),
    scheduled_at: z.null(),
    idempotency: z.null(),
    with_rate_limit: flag,
  }),
  media_attachments: z.array(imageSchema),
});

const alertNames = [
  'mention',
  'status',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'poll',
  'update',
  'admin.sign_up',
  'admin.report',
] as const;

export const pushSubscriptionSchema = z.strictObject({
  id: z.string(),
  endpoint: z.url(),
  standard: flag,
  server_key: z.string(),
  // Apps that subscribe to further types get them too.
  alerts: z.looseObject(Object.fromEntries(alertNames.map((name) => [name, flag]))),
  policy: z.enum(['all', 'followed', 'follower', 'none']),
});

const summary = z.strictObject({
  pending_requests_count: z.number().int(),
  pending_notifications_count: z.number().int(),
});

export const policyV1Schema = z.strictObject({
  filter_not_following: flag,
  filter_not_followers: flag,
  filter_new_accounts: flag,
  filter_private_mentions: flag,
  summary,
});

export const policySchema = z.strictObject({
  for_not_following: z.enum(['accept', 'filter']),
  for_not_followers: z.enum(['accept', 'filter']),
  for_new_accounts: z.enum(['accept', 'filter']),
  for_private_mentions: z.enum(['accept', 'filter', 'drop']),
  for_limited_accounts: z.literal('drop'),
  summary,
});
