import { errorBodySchema, errorStatuses } from '@skein/contracts/http';
import type { ErrorBody, ErrorCode } from '@skein/contracts/http';
import { expect } from 'vitest';

interface ErrorResponse {
  status: number;
  body: unknown;
}

/** Expects an error response with this code and the common error format. */
export function expectError(response: ErrorResponse, code: ErrorCode): ErrorBody {
  const body = errorBodySchema.strict().parse(response.body);
  expect({ status: response.status, code: body.code }).toEqual({
    status: errorStatuses[code],
    code,
  });
  return body;
}
