import { z } from 'zod';

/** What a change answers with that has nothing else to show. */
export const successSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'Success' });
