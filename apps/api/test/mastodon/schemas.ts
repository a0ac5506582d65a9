import { z } from 'zod';
import { accountSchema } from './account-schemas.ts';

/** The entities of docs.joinmastodon.org, with every field. */

const url = z.url();
const time = z.iso.datetime();
const count = z.number().int().min(0);

const size = z.strictObject({
  width: z.number(),
  height: z.number(),
  size: z.string(),
  aspect: z.number(),
});

export const imageSchema = z.strictObject({
  id: z.string(),
  type: z.literal('image'),
  url,
  preview_url: url,
  remote_url: z.null(),
  preview_remote_url: z.null(),
  text_url: z.null(),
  meta: z.strictObject({
    focus: z.strictObject({ x: z.number(), y: z.number() }).optional(),
    original: size,
    small: size,
  }),
  description: z.string().nullable(),
  blurhash: z.string(),
});

export const pollSchema = z.strictObject({
  id: z.string(),
  expires_at: time,
  expired: z.boolean(),
  multiple: z.boolean(),
  votes_count: count,
  voters_count: count,
  voted: z.boolean(),
  own_votes: z.array(count),
  options: z.array(z.strictObject({ title: z.string(), votes_count: count })),
  emojis: z.array(z.never()),
});

export const previewCardSchema = z.strictObject({
  url,
  title: z.string(),
  description: z.string(),
  language: z.null(),
  type: z.literal('link'),
  authors: z.array(z.never()),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: url,
  html: z.string(),
  width: count,
  height: count,
  image: url.nullable(),
  image_description: z.string(),
  embed_url: z.string(),
  blurhash: z.string().nullable(),
  missing_attribution: z.null(),
  published_at: z.null(),
});

const statusFields = {
  id: z.string(),
  uri: z.string(),
  url,
  created_at: time,
  edited_at: time.nullable(),
  account: accountSchema,
  in_reply_to_id: z.string().nullable(),
  in_reply_to_account_id: z.string().nullable(),
  content: z.string(),
  spoiler_text: z.string(),
  sensitive: z.boolean(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']),
  language: z.string().nullable(),
  replies_count: count,
  reblogs_count: count,
  favourites_count: count,
  quotes_count: count,
  favourited: z.boolean(),
  reblogged: z.boolean(),
  bookmarked: z.boolean(),
  muted: z.boolean(),
  pinned: z.boolean(),
  application: z.null(),
  media_attachments: z.array(imageSchema),
  mentions: z.array(
    z.strictObject({ id: z.string(), username: z.string(), acct: z.string(), url }),
  ),
  tags: z.array(z.strictObject({ name: z.string(), url })),
  emojis: z.array(z.never()),
  card: previewCardSchema.nullable(),
  poll: pollSchema.nullable(),
  filtered: z.array(
    z.strictObject({
      filter: z.strictObject({
        id: z.string(),
        title: z.string(),
        context: z.array(z.string()),
        expires_at: z.null(),
        filter_action: z.literal('warn'),
      }),
      keyword_matches: z.array(z.string()).nullable(),
      status_matches: z.array(z.string()).nullable(),
    }),
  ),
  quote_approval: z.strictObject({
    automatic: z.array(z.string()),
    manual: z.array(z.string()),
    current_user: z.enum(['automatic', 'denied']),
  }),
  tagged_collections: z.array(z.never()),
  pleroma: z.strictObject({
    emoji_reactions: z.array(
      z.strictObject({
        name: z.string(),
        count,
        me: z.boolean(),
        account_ids: z.array(z.string()),
      }),
    ),
  }),
};

const quoteState = z.enum([
  'accepted',
  'pending',
  'rejected',
  'revoked',
  'deleted',
  'unauthorized',
]);
const shallowQuote = z.strictObject({ state: quoteState, quoted_status_id: z.null() });
const quotedStatus = z.strictObject({
  ...statusFields,
  reblog: z.null(),
  quote: shallowQuote.nullable(),
});
const quote = z.strictObject({ state: quoteState, quoted_status: quotedStatus.nullable() });

const originalStatus = z.strictObject({
  ...statusFields,
  reblog: z.null(),
  quote: quote.nullable(),
});

export const statusSchema = z.strictObject({
  ...statusFields,
  reblog: originalStatus.nullable(),
  quote: quote.nullable(),
});

export const statusEditSchema = z.strictObject({
  content: z.string(),
  spoiler_text: z.string(),
  sensitive: z.boolean(),
  created_at: time,
  account: accountSchema,
  media_attachments: z.array(imageSchema),
  poll: z.strictObject({ options: z.array(z.strictObject({ title: z.string() })) }).optional(),
  emojis: z.array(z.never()),
});

export const tagSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  url,
  history: z.array(z.strictObject({ day: z.string(), uses: z.string(), accounts: z.string() })),
  following: z.boolean().optional(),
  featuring: z.literal(false),
});

export const reportSchema = z.strictObject({
  id: z.string(),
  action_taken: z.literal(false),
  action_taken_at: z.null(),
  category: z.string(),
  comment: z.string(),
  forwarded: z.literal(false),
  created_at: time,
  status_ids: z.array(z.string()),
  rule_ids: z.array(z.string()),
  collection_ids: z.array(z.string()),
  target_account: accountSchema,
});

export const notificationSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  created_at: time,
  group_key: z.string(),
  account: accountSchema,
  status: statusSchema.optional(),
});

export const notificationRequestSchema = z.strictObject({
  id: z.string(),
  created_at: time,
  updated_at: time,
  notifications_count: z.string().regex(/^\d+$/),
  account: accountSchema,
  last_status: statusSchema.nullable(),
});

export const conversationSchema = z.strictObject({
  id: z.string(),
  unread: z.boolean(),
  accounts: z.array(accountSchema),
  last_status: statusSchema.nullable(),
});

export const suggestionSchema = z.strictObject({
  source: z.string(),
  sources: z.array(z.string()).min(1),
  account: accountSchema,
});

export const notificationGroupsSchema = z.strictObject({
  accounts: z.array(accountSchema).min(1),
  statuses: z.array(statusSchema),
  notification_groups: z
    .array(
      z.strictObject({
        group_key: z.string(),
        notifications_count: count,
        type: z.string(),
        most_recent_notification_id: z.string(),
        page_min_id: z.string(),
        page_max_id: z.string(),
        latest_page_notification_at: time,
        sample_account_ids: z.array(z.string()).min(1),
        status_id: z.string().optional(),
      }),
    )
    .min(1),
});

export type Status = z.infer<typeof statusSchema>;
