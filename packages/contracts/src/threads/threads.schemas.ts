import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { mediaSchema } from '../media/index.ts';

export const replyPermissionSchema = z.enum(['ANYONE', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY']);
export const reactionTypeSchema = z.enum(['like', 'love', 'laugh', 'angry', 'sad', 'wow']);
export const threadTypeSchema = z.enum(['thread', 'reply', 'quote']);

export const pollSchema = z
  .object({
    id: uuid,
    question: z.string(),
    multiple: z.boolean(),
    expiresAt: isoTime,
    isClosed: z.boolean(),
    totalVotes: z.number().int().describe('People who voted'),
    myOptionIds: z.array(uuid),
    options: z.array(z.object({ id: uuid, optionText: z.string(), votesCount: z.number().int() })),
  })
  .meta({ id: 'Poll' });

export const mentionSchema = z
  .object({ id: uuid, username: z.string(), name: z.string() })
  .meta({ id: 'Mention' });

const threadFields = z.object({
  id: uuid,
  content: z.string(),
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
  quotedThreadId: uuid
    .nullable()
    .describe('Null also when the viewer may not see the quoted thread, or it is gone'),
  threadType: threadTypeSchema,
  parentThreadId: uuid
    .nullable()
    .describe('Null for a root (level 0), and when the viewer may not see the parent'),
  replyingTo: mentionSchema
    .nullable()
    .describe('Whose thread it answers; null also when the viewer may not see that, or it is gone'),
  rootThreadId: uuid.nullable().describe('Null for a root'),
  threadLevel: z.number().int().describe('0 for a root, at most 5'),
  threadPath: z.string().describe('Sorting by it gives the reading order'),
  hashtags: z.array(z.string()).describe('Lower case, without the hash'),
  mentions: z.array(mentionSchema),
  likesCount: z.number().int(),
  repliesCount: z.number().int().describe('Direct replies'),
  repostsCount: z.number().int().describe('Plain reposts'),
  quotesCount: z.number().int(),
  bookmarksCount: z.number().int().nullable().describe('Told to the author only'),
  reactions: z.partialRecord(reactionTypeSchema, z.number().int()),
  isLiked: z.boolean(),
  isReposted: z.boolean(),
  isBookmarked: z.boolean(),
  myReaction: reactionTypeSchema.nullable(),
  replyPermission: replyPermissionSchema,
  canReply: z.boolean(),
  canQuote: z.boolean(),
  canRepost: z.boolean().describe('Only its author reposts a thread of a private account'),
  repostedBy: z
    .object({ id: uuid, username: z.string(), name: z.string() })
    .nullable()
    .describe('Who put it into this feed by a plain repost'),
});

/** An earlier text of an edited thread. */
export const threadRevisionSchema = z
  .object({
    id: uuid,
    content: z.string(),
    replacedAt: isoTime.describe('When a newer text took its place'),
  })
  .meta({ id: 'ThreadRevision' });

/** A thread inside another: what it quotes itself is not carried along. */
export const quotedThreadSchema = threadFields
  .extend({ quotedThread: z.null() })
  .meta({ id: 'QuotedThread' });

/** Spec, section 3, "Thread (as returned)", and what the viewer may do with it. */
export const threadSchema = threadFields
  .extend({
    quotedThread: quotedThreadSchema
      .nullable()
      .describe('Null also when the viewer may not see it'),
  })
  .meta({ id: 'Thread' });

export type Thread = z.infer<typeof threadSchema>;
export type QuotedThread = z.infer<typeof quotedThreadSchema>;
export type ThreadRevision = z.infer<typeof threadRevisionSchema>;
export type Poll = z.infer<typeof pollSchema>;
export type Mention = z.infer<typeof mentionSchema>;
export type ReplyPermission = z.infer<typeof replyPermissionSchema>;
export type ReactionType = z.infer<typeof reactionTypeSchema>;
