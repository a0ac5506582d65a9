import { z } from 'zod';

/** Error codes of the API and their HTTP statuses. */
export const errorStatuses = {
  validation_failed: 400,
  malformed_body: 400,
  malformed_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_code: 401,
  forbidden: 403,
  wrong_password: 403,
  two_factor_required: 403,
  email_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  email_taken: 409,
  username_taken: 409,
  payload_too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

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
