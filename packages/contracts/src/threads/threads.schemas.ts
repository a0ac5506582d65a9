import { z } from 'zod';
import { audiences, reactionTypes, replyPermissions, selectableAudiences } from '../constants.ts';
import { isoTime, uuid } from '../http/index.ts';
import { remoteThreadSchema } from './rich-text.schemas.ts';
import { mediaSchema } from '../media/index.ts';

export const replyPermissionSchema = z.enum(replyPermissions);
export const audienceSchema = z.enum(audiences);
export const selectableAudienceSchema = z.enum(selectableAudiences);
export const reactionTypeSchema = z.enum(reactionTypes);
const quoteStates = [
  'accepted',
  'pending',
  'rejected',
  'revoked',
  'deleted',
  'unauthorized',
] as const;
export const threadTypeSchema = z.enum(['thread', 'reply', 'quote']);

export const pollSchema = z
  .object({
    id: uuid,
    question: z.string(),
    multiple: z.boolean(),
    expiresAt: isoTime,
    isClosed: z.boolean(),
    totalVotes: z.number().int().describe('Number of users who voted'),
    myOptionIds: z.array(uuid),
    options: z.array(z.object({ id: uuid, optionText: z.string(), votesCount: z.number().int() })),
  })
  .meta({ id: 'Poll' });

export const mentionSchema = z
  .object({ id: uuid, username: z.string(), name: z.string() })
  .meta({ id: 'Mention' });

const threadMentionSchema = mentionSchema
  .extend({
    formerUsernames: z
      .array(z.string())
      .describe('Usernames in the text that the user has changed since'),
  })
  .meta({ id: 'ThreadMention' });

export const linkCardSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    isVideo: z.boolean().describe('Whether the page is about a video, which it plays itself'),
    image: z
      .object({
        url: z.string(),
        width: z.number().int(),
        height: z.number().int(),
        blurhash: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'LinkCard' });

const threadFields = z.object({
  id: uuid,
  content: z.string(),
  contentWarning: z
    .string()
    .nullable()
    .describe('To show instead of text, files and poll until the reader opens the thread'),
  isSensitive: z.boolean().describe('Whether to cover the files until the reader uncovers them'),
  userId: uuid.nullable(),
  userName: z.string().nullable(),
  userUsername: z.string().nullable(),
  userEmail: z.string().nullable().describe('`{username}@{instance host}`, never the real address'),
  userPicture: z.string().nullable(),
  isUserVerified: z.boolean(),
  createdAt: isoTime,
  editedAt: isoTime.nullable(),
  isDeleted: z.boolean(),
  media: z.array(mediaSchema),
  poll: pollSchema.nullable(),
  card: linkCardSchema
    .nullable()
    .describe(
      'The page that the first link of a text leads to, for a thread without files, poll and quote. Fetched after publication, so a new thread may not have it yet',
    ),
  quotedThreadId: uuid
    .nullable()
    .describe('Also null if the viewer may not see the quoted thread or it was deleted'),
  threadType: threadTypeSchema,
  quoteState: z
    .enum(quoteStates)
    .nullable()
    .describe(
      'Whether a quote shows the quoted thread (`accepted`), or why not: its author, on another server, has not approved it yet (`pending`) or has rejected it, its author has removed it from the quote (`revoked`), it was deleted, or you may not see it (`unauthorized`). Null for a thread that quotes none',
    ),
  parentThreadId: uuid
    .nullable()
    .describe('Null for a root thread (level 0), and if the viewer may not see the parent'),
  replyingTo: mentionSchema
    .nullable()
    .describe(
      'Author of the parent thread; also null if the viewer may not see the parent or it was deleted',
    ),
  rootThreadId: uuid.nullable().describe('Null for a root thread'),
  threadLevel: z.number().int().describe('0 for a root thread, at most 5'),
  threadPath: z.string().describe('Sort by it for the reading order'),
  hashtags: z.array(z.string()).describe('Lower case, without `#`'),
  mentions: z.array(threadMentionSchema),
  likesCount: z.number().int(),
  repliesCount: z.number().int().describe('Direct replies'),
  hasChain: z
    .boolean()
    .describe('Whether the first reply to this root thread is by its author, as in a chain'),
  repostsCount: z.number().int().describe('Plain reposts'),
  quotesCount: z.number().int(),
  bookmarksCount: z.number().int().nullable().describe('Null for everyone but the author'),
  reactions: z.partialRecord(reactionTypeSchema, z.number().int()),
  isLiked: z.boolean(),
  isReposted: z.boolean(),
  isBookmarked: z.boolean(),
  myReaction: reactionTypeSchema.nullable(),
  isMuted: z.boolean().describe('Whether you are not notified about its conversation'),
  replyPermission: replyPermissionSchema,
  audience: audienceSchema.describe(
    'Who may see it, as far as they may see the account: everyone; everyone, but it is in no public list, search or trend (`unlisted`); followers and mentioned users; mentioned users',
  ),
  language: z.string().nullable().describe('BCP 47; null if unknown'),
  remote: remoteThreadSchema
    .nullable()
    .describe('What only a thread of another server has; null for one of this server'),
  isHidden: z
    .boolean()
    .describe('Whether the author of the root has moved this reply to the hidden replies'),
  canHide: z.boolean().describe('Whether it is a reply of another user below a thread of yours'),
  canReply: z.boolean(),
  canQuote: z.boolean(),
  canRepost: z
    .boolean()
    .describe('Only the author can repost a thread for followers or of a private account'),
  repostedBy: z
    .object({ id: uuid, username: z.string(), name: z.string() })
    .nullable()
    .describe('The user whose plain repost put it into this feed'),
  filteredBy: z
    .object({
      id: uuid,
      phrase: z.string(),
      title: z.string().nullable().describe('The name of a filter of an app'),
      groupId: uuid.describe('Equal for the phrases of one filter of an app'),
      isForThread: z
        .boolean()
        .describe('Whether the filter lists this thread. `phrase` is then the name of the filter'),
    })
    .nullable()
    .describe('Your keyword filter that the thread or its quoted thread matches in this list'),
  otherReposters: z
    .array(mentionSchema)
    .describe('Further users whose plain reposts put it into this feed, the latest first'),
  otherRepostersCount: z.number().int().describe('The number of all further users'),
  followedHashtag: z
    .string()
    .nullable()
    .describe('The followed hashtag that put it into this feed; lower case, without `#`'),
});

/** An earlier text of an edited thread. */
export const threadRevisionSchema = z
  .object({
    id: uuid,
    content: z.string(),
    contentWarning: z.string().nullable(),
    replacedAt: isoTime.describe('Time of the edit that replaced this text'),
  })
  .meta({ id: 'ThreadRevision' });

/** A quoted thread. Does not include the thread that it quotes itself. */
export const quotedThreadSchema = threadFields
  .extend({ quotedThread: z.null() })
  .meta({ id: 'QuotedThread' });

/** A thread as the viewer sees it, with their permissions. */
export const threadSchema = threadFields
  .extend({
    quotedThread: quotedThreadSchema.nullable().describe('Also null if the viewer may not see it'),
  })
  .meta({ id: 'Thread' });

export type Thread = z.infer<typeof threadSchema>;
export type QuotedThread = z.infer<typeof quotedThreadSchema>;
export type ThreadRevision = z.infer<typeof threadRevisionSchema>;
export type QuoteState = (typeof quoteStates)[number];
export type LinkCard = z.infer<typeof linkCardSchema>;
export type Poll = z.infer<typeof pollSchema>;
export type Mention = z.infer<typeof mentionSchema>;
export type ThreadMention = z.infer<typeof threadMentionSchema>;
export type ReplyPermission = z.infer<typeof replyPermissionSchema>;
export type Audience = z.infer<typeof audienceSchema>;
export type SelectableAudience = z.infer<typeof selectableAudienceSchema>;
export type ReactionType = z.infer<typeof reactionTypeSchema>;
