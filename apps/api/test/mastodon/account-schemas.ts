import { z } from 'zod';

/** The entities of docs.joinmastodon.org about accounts, with every field. */

const url = z.url();
const time = z.iso.datetime();
const count = z.number().int().min(0);
const day = z.iso.date();

const field = z.strictObject({ name: z.string(), value: z.string(), verified_at: time.nullable() });

const accountFields = {
  id: z.string(),
  username: z.string(),
  acct: z.string(),
  display_name: z.string(),
  locked: z.boolean(),
  bot: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  group: z.boolean(),
  noindex: z.boolean(),
  created_at: time,
  note: z.string(),
  url,
  uri: url,
  avatar: url,
  avatar_static: url,
  avatar_description: z.string(),
  header: url,
  header_static: url,
  header_description: z.string(),
  followers_count: count,
  following_count: count,
  statuses_count: count,
  last_status_at: day.nullable(),
  hide_collections: z.boolean(),
  show_media: z.boolean(),
  show_media_replies: z.boolean(),
  show_featured: z.boolean(),
  feature_approval: z.strictObject({
    automatic: z.array(z.string()),
    manual: z.array(z.string()),
    current_user: z.literal('denied'),
  }),
  emojis: z.array(z.never()),
  roles: z.array(z.never()),
  fields: z.array(field),
};

export const accountSchema = z.strictObject(accountFields);

export const mutedAccountSchema = z.strictObject({
  ...accountFields,
  mute_expires_at: time.nullable(),
});

export const credentialAccountSchema = z.strictObject({
  ...accountFields,
  source: z.strictObject({
    privacy: z.enum(['public', 'private']),
    sensitive: z.boolean(),
    language: z.string(),
    note: z.string(),
    fields: z.array(field),
    follow_requests_count: count,
    hide_collections: z.boolean(),
    discoverable: z.boolean(),
    indexable: z.boolean(),
    attribution_domains: z.array(z.string()),
    quote_policy: z.enum(['public', 'followers', 'nobody']),
  }),
  role: z.strictObject({
    id: z.string(),
    name: z.string(),
    color: z.string(),
    permissions: z.string(),
    highlighted: z.boolean(),
    collection_limit: count,
  }),
});

export const ownProfileSchema = z.strictObject({
  id: z.string(),
  display_name: z.string(),
  note: z.string(),
  fields: z.array(field),
  avatar: url.nullable(),
  avatar_static: url.nullable(),
  avatar_description: z.string(),
  header: url.nullable(),
  header_static: url.nullable(),
  header_description: z.string(),
  locked: z.boolean(),
  bot: z.boolean(),
  hide_collections: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  show_media: z.boolean(),
  show_media_replies: z.boolean(),
  show_featured: z.boolean(),
  attribution_domains: z.array(z.string()),
  featured_tags: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      url: z.url(),
      statuses_count: z.string(),
      last_status_at: z.string().nullable(),
    }),
  ),
});

export const relationshipSchema = z.strictObject({
  id: z.string(),
  following: z.boolean(),
  showing_reblogs: z.boolean(),
  notifying: z.boolean(),
  languages: z.array(z.string()),
  followed_by: z.boolean(),
  blocking: z.boolean(),
  blocked_by: z.boolean(),
  muting: z.boolean(),
  muting_notifications: z.boolean(),
  muting_expires_at: time.nullable(),
  requested: z.boolean(),
  requested_by: z.boolean(),
  domain_blocking: z.boolean(),
  endorsed: z.boolean(),
  note: z.string(),
});
