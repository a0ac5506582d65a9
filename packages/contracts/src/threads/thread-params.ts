import { z } from 'zod';

/** A malformed id is a 404, not a 400. */
export const threadParams = z.object({ threadId: z.string() });
