import { z } from 'zod';

/** The response of a change that returns no data. */
export const successSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'Success' });
