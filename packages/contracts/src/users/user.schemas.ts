import { z } from 'zod';
import { uuid } from '../http/index.ts';

/** Replaces the name of a user who has blocked the viewer in an existing conversation. */
export const unknownUser = { name: 'Unknown User', username: '' } as const;

/** A user in a list, as the viewer sees them. */
export const userSchema = z
  .object({
    id: uuid,
    name: z.string().describe('`Unknown User` for a user who has blocked the viewer'),
    username: z
      .string()
      .describe(
        'Empty for a user who has blocked the viewer, and in conversations across a block: there is no profile to link to',
      ),
    picture: z.string().nullable(),
    bio: z.string().nullable().describe('Also null if the viewer may not see it'),
    isPrivate: z.boolean(),
    isUserVerified: z.boolean(),
    followersCount: z.number().int(),
    isFollowing: z.boolean(),
    isFollowedBy: z.boolean(),
    followRequestStatus: z.enum(['PENDING']).nullable(),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof userSchema>;
