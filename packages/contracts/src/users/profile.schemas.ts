import { z } from 'zod';
import { isoTime } from '../http/index.ts';
import { userSchema } from './user.schemas.ts';

/**
 * A person as the viewer sees them. Of a private account seen by someone not approved, and of
 * somebody the viewer blocked, `bio`, `location` and `website` are null, and the threads and lists
 * of people are 404. Never the e-mail address, phone number, date of birth or gender.
 */
export const profileSchema = userSchema
  .extend({
    location: z.string().nullable(),
    website: z.string().nullable(),
    followingCount: z.number().int(),
    threadsCount: z.number().int().describe('Threads and quotes, without replies'),
    isBlocked: z.boolean().describe('By the viewer; who is blocked gets a 404'),
    isMuted: z.boolean(),
    canViewThreads: z.boolean().describe('So are the lists of followers and following'),
    createdAt: isoTime,
  })
  .meta({ id: 'Profile' });

export type Profile = z.infer<typeof profileSchema>;
