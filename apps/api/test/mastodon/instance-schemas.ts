import { z } from 'zod';

/** The entities of docs.joinmastodon.org about the instance, with every field. */

const url = z.url();
const count = z.number().int().min(0);
const html = z.string();

export const ruleSchema = z.strictObject({
  id: z.string(),
  text: z.string().min(1),
  hint: z.string(),
  translations: z.strictObject({}),
});

export const pageSchema = z.strictObject({ updated_at: z.iso.datetime(), content: html });

export const termsSchema = z.strictObject({
  effective_date: z.iso.date(),
  effective: z.literal(true),
  content: html.min(1),
  succeeded_by: z.null(),
});

const access = z.enum(['public', 'authenticated', 'disabled']);
const getAccess = z.strictObject({ local: access, remote: access });

const configuration = z.strictObject({
  urls: z.strictObject({
    streaming: url,
    status: z.null(),
    about: url,
    privacy_policy: url,
    terms_of_service: url,
  }),
  vapid: z.strictObject({ public_key: z.string().min(80) }),
  accounts: z.strictObject({
    max_display_name_length: count,
    max_note_length: count,
    max_avatar_description_length: count,
    max_header_description_length: count,
    max_featured_tags: count,
    max_pinned_statuses: count,
    max_profile_fields: count,
    profile_field_name_limit: count,
    profile_field_value_limit: count,
  }),
  statuses: z.strictObject({
    max_characters: count,
    max_media_attachments: count,
    characters_reserved_per_url: count,
  }),
  media_attachments: z.strictObject({
    description_limit: count,
    supported_mime_types: z.array(z.string()).min(1),
    image_size_limit: count,
    image_matrix_limit: count,
    video_size_limit: count,
    video_frame_rate_limit: count,
    video_matrix_limit: count,
  }),
  polls: z.strictObject({
    max_options: count,
    max_characters_per_option: count,
    min_expiration: count,
    max_expiration: count,
  }),
  translation: z.strictObject({ enabled: z.boolean() }),
  timelines_access: z.strictObject({
    live_feeds: getAccess,
    hashtag_feeds: getAccess,
    trending_link_feeds: getAccess,
  }),
  limited_federation: z.boolean(),
});

export const instanceSchema = z.strictObject({
  domain: z.string(),
  title: z.string(),
  version: z.string(),
  source_url: url,
  description: z.string(),
  wrapstodon: z.null(),
  usage: z.strictObject({ users: z.strictObject({ active_month: count }) }),
  thumbnail: z.strictObject({
    url,
    description: z.string(),
    blurhash: z.string().min(6),
    versions: z.strictObject({ '@1x': url, '@2x': url }),
  }),
  icon: z.array(z.strictObject({ src: url, size: z.string().regex(/^\d+x\d+$/) })).min(1),
  languages: z.array(z.string().length(2)).min(1),
  configuration,
  registrations: z.strictObject({
    enabled: z.boolean(),
    approval_required: z.boolean(),
    reason_required: z.boolean(),
    message: html.nullable(),
    min_age: z.null(),
    url,
  }),
  api_versions: z.strictObject({ mastodon: z.literal(7) }),
  contact: z.strictObject({ email: z.string(), account: z.null() }),
  rules: z.array(ruleSchema),
});

export const instanceV1Schema = z.strictObject({
  uri: z.string(),
  title: z.string(),
  short_description: z.string(),
  description: z.string(),
  email: z.string(),
  version: z.string(),
  urls: z.strictObject({ streaming_api: url }),
  stats: z.strictObject({ user_count: count, status_count: count, domain_count: count }),
  thumbnail: url,
  languages: z.array(z.string().length(2)).min(1),
  registrations: z.boolean(),
  approval_required: z.boolean(),
  invites_enabled: z.boolean(),
  configuration,
  contact_account: z.null(),
  rules: z.array(ruleSchema),
});
