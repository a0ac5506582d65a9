import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { userSchema } from './user.schemas.ts';

/**
 * A user as the viewer sees them. For a private account that the viewer does not follow, and for a
 * user that the viewer has blocked, `bio`, `location` and `website` are null and the lists of
 * threads, followers and followed users return 404. Never contains the email address, phone number,
 * date of birth or gender.
 */
export const profileSchema = userSchema
  .extend({
    location: z.string().nullable(),
    website: z.string().nullable(),
    followingCount: z.number().int(),
    threadsCount: z.number().int().describe('Threads and quotes, excluding replies'),
    pinnedThreadId: uuid.nullable().describe('Also null if the viewer may not see the threads'),
    isBlocked: z.boolean().describe('By the viewer. A blocked viewer gets a 404 instead'),
    isMuted: z.boolean(),
    areRepostsMuted: z.boolean().describe('Whether your feeds leave out their plain reposts'),
    canViewThreads: z
      .boolean()
      .describe('Also applies to the lists of followers and followed users'),
    createdAt: isoTime,
  })
  .meta({ id: 'Profile' });

export type Profile = z.infer<typeof profileSchema>;
