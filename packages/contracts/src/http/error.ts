import { z } from 'zod';
import { errorStatuses, type ErrorCode } from '../constants.ts';

export { errorStatuses, type ErrorCode };

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

export const fieldErrorSchema = z.object({
  path: z
    .string()
    .describe('Position in the input, for example `altText.0`; empty for the whole request'),
  message: z.string(),
});

/** The body of every error response. `message` is a sentence for the user. */
export const errorBodySchema = z
  .object({
    success: z.literal(false),
    code: z.enum(errorCodes),
    message: z.string(),
    errors: z
      .array(fieldErrorSchema)
      .nullable()
      .describe('The invalid fields; null for other errors'),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorBody' });

export type FieldError = z.infer<typeof fieldErrorSchema>;
export type ErrorBody = z.infer<typeof errorBodySchema>;
