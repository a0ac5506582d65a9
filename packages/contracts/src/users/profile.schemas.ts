import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { familiarFollowersMax } from '../limits.ts';
import { movedToSchema } from './moving.contract.ts';
import { userSchema } from './user.schemas.ts';
import { bannerSchema, profileFieldsSchema } from './users.schemas.ts';

/**
 * A user as the viewer sees them. For a private account that the viewer does not follow, and for a
 * user that the viewer has blocked, `bio`, `location` and `website` are null, `fields` is empty and the
 * lists of threads, followers and followed users return 404. The picture and the banner stay visible. Never
 * contains the email address, phone number, date of birth or gender.
 */
export const profileSchema = userSchema
  .extend({
    banner: bannerSchema,
    location: z.string().nullable(),
    website: z.string().nullable(),
    fields: profileFieldsSchema,
    followingCount: z.number().int(),
    threadsCount: z.number().int().describe('Threads and quotes, excluding replies'),
    pinnedThreadId: uuid.nullable().describe('Also null if the viewer may not see the threads'),
    isBlocked: z.boolean().describe('By the viewer. A blocked viewer gets a 404 instead'),
    isServerBlocked: z
      .boolean()
      .describe('Whether the viewer has blocked the server of the account'),
    isMuted: z.boolean(),
    mutedUntil: isoTime.nullable().describe('Null if you have not muted them, or without an end'),
    isNotifying: z
      .boolean()
      .describe('Whether you get a notification for each of their new threads'),
    areRepostsMuted: z.boolean().describe('Whether your feeds leave out their plain reposts'),
    isBot: z.boolean().describe('Whether a program posts with the account'),
    canViewThreads: z.boolean(),
    canViewConnections: z
      .boolean()
      .describe('Whether you may see the lists of followers and followed users'),
    createdAt: isoTime,
  })
  .meta({ id: 'Profile' });

/** Followees of the viewer who follow the user. Empty if the viewer may not see the followers. */
const familiarFollowersSchema = z.object({
  users: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        username: z.string(),
        picture: z.string().nullable(),
      }),
    )
    .describe(`The latest of them, at most ${familiarFollowersMax}`),
  count: z.number().int(),
});

/** What the page of a profile shows. */
export const profileDetailsSchema = profileSchema
  .extend({
    canMessage: z
      .boolean()
      .describe('Whether you may send messages to this user; false for yourself'),
    familiarFollowers: familiarFollowersSchema.describe(
      'Users that you follow and who follow this user',
    ),
    featuredHashtags: z
      .array(z.string())
      .describe(
        'Hashtags that the user shows on the profile; empty if you may not see the threads',
      ),
    originalUrl: z
      .string()
      .nullable()
      .describe('The page of an account of another server; null for accounts of this one'),
    movedTo: movedToSchema
      .nullable()
      .describe('The account that this one has moved to, which its followers follow instead'),
    note: z.string().nullable().describe('Your private note about this user, which only you see'),
  })
  .meta({ id: 'ProfileDetails' });

export type FamiliarFollowers = z.infer<typeof familiarFollowersSchema>;
export type ProfileDetails = z.infer<typeof profileDetailsSchema>;
export type Profile = z.infer<typeof profileSchema>;
