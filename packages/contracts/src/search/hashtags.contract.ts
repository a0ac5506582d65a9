import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  limitedText,
  limitQuery,
  pageQuery,
  successSchema,
} from '../http/index.ts';
import { featuredHashtagsMax, hashtagSuggestionsLimit, threadsPageSize } from '../limits.ts';
import { threadPageSchema } from '../threads/index.ts';

/** With or without `#`, in any case. A value that is not a valid tag is treated as unused. */
const hashtagParams = z.object({ tag: z.string() });

export const hashtagSuggestionSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z.number().int(),
  })
  .meta({ id: 'HashtagSuggestion' });

export const suggestHashtags = defineRoute({
  id: 'suggestHashtags',
  method: 'GET',
  path: '/hashtags/suggestions',
  tag: 'Hashtags',
  summary: 'Suggest hashtags that begin with a text, most used first',
  description: 'Without a text: the most used hashtags.',
  auth: 'bearer',
  scope: 'read:search',
  reads: 'replica',
  query: limitQuery({ defaultLimit: hashtagSuggestionsLimit }).extend({
    q: limitedText('error.label.text', 100).default('').describe('With or without `#`'),
  }),
  status: 200,
  response: z.array(hashtagSuggestionSchema),
});

/** Usage of a hashtag. Counts only threads that the viewer may see. */
const hashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z
      .number()
      .int()
      .describe(
        'Threads and replies with the tag; exact up to 10,000, and 10,000 if there are more',
      ),
    days: z
      .array(z.number().int())
      .length(7)
      .describe('Threads per day of the last seven days (UTC), today last'),
    isFollowed: z.boolean(),
  })
  .meta({ id: 'Hashtag' });

/** A hashtag that the viewer follows. */
const followedHashtagSchema = z
  .object({ tag: z.string().describe('Lower case, without `#`'), since: isoTime })
  .meta({ id: 'FollowedHashtag' });

export const getHashtag = defineRoute({
  id: 'getHashtag',
  method: 'GET',
  path: '/hashtags/{tag}',
  tag: 'Hashtags',
  summary: 'Get the usage of a hashtag',
  auth: 'bearer',
  scope: 'read:search',
  reads: 'replica',
  params: hashtagParams,
  status: 200,
  response: hashtagSchema,
});

export const listFollowedHashtags = defineRoute({
  id: 'listFollowedHashtags',
  method: 'GET',
  path: '/hashtags/followed',
  tag: 'Hashtags',
  summary: 'List the hashtags you follow, the latest first',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  status: 200,
  response: z.array(followedHashtagSchema),
});

export const followHashtag = defineRoute({
  id: 'followHashtag',
  method: 'POST',
  path: '/hashtags/{tag}/follow',
  takesIdempotencyKey: false,
  tag: 'Hashtags',
  summary: 'Follow a hashtag: its public threads are in your Following feed',
  description: 'Repeating it changes nothing. A 409 beyond 50 hashtags.',
  auth: 'bearer',
  scope: 'write:follows',
  params: hashtagParams,
  status: 200,
  response: successSchema.extend({ isFollowed: z.literal(true) }),
  errors: ['validation_failed', 'conflict'],
});

export const unfollowHashtag = defineRoute({
  id: 'unfollowHashtag',
  method: 'DELETE',
  path: '/hashtags/{tag}/follow',
  tag: 'Hashtags',
  summary: 'Unfollow a hashtag',
  auth: 'bearer',
  scope: 'write:follows',
  params: hashtagParams,
  status: 200,
  response: successSchema.extend({ isFollowed: z.literal(false) }),
});

/** A hashtag that the viewer shows on the profile. */
const featuredHashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z.number().int().describe('Your newest threads with it'),
  })
  .meta({ id: 'FeaturedHashtag' });

export const listFeaturedHashtags = defineRoute({
  id: 'listFeaturedHashtags',
  method: 'GET',
  path: '/hashtags/featured',
  tag: 'Hashtags',
  summary: 'List the hashtags on your profile, the first one first',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  status: 200,
  response: z.array(featuredHashtagSchema),
});

export const featureHashtag = defineRoute({
  id: 'featureHashtag',
  method: 'POST',
  path: '/hashtags/{tag}/feature',
  takesIdempotencyKey: false,
  tag: 'Hashtags',
  summary: 'Show a hashtag on your profile',
  description: `Repeating it changes nothing. A 409 beyond ${featuredHashtagsMax} hashtags.`,
  auth: 'bearer',
  scope: 'write:accounts',
  params: hashtagParams,
  status: 200,
  response: successSchema,
  errors: ['validation_failed', 'conflict'],
});

export const unfeatureHashtag = defineRoute({
  id: 'unfeatureHashtag',
  method: 'DELETE',
  path: '/hashtags/{tag}/feature',
  tag: 'Hashtags',
  summary: 'Remove a hashtag from your profile',
  auth: 'bearer',
  scope: 'write:accounts',
  whenFrozen: 'allowed',
  params: hashtagParams,
  status: 200,
  response: successSchema,
});

export const listHashtagThreads = defineRoute({
  id: 'listHashtagThreads',
  method: 'GET',
  path: '/threads/hashtag/{tag}',
  tag: 'Hashtags',
  summary: 'List threads and replies with a hashtag, newest first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: hashtagParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export type Hashtag = z.infer<typeof hashtagSchema>;
export type FollowedHashtag = z.infer<typeof followedHashtagSchema>;
export type HashtagSuggestion = z.infer<typeof hashtagSuggestionSchema>;
