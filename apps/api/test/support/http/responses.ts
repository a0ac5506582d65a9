import { errorBodySchema, errorStatuses } from '@skein/contracts/http';
import type { ErrorBody, ErrorCode } from '@skein/contracts/http';
import { expect } from 'vitest';

interface Answer {
  status: number;
  body: unknown;
}

/** That an answer is the refusal it should be, in the one shape all refusals have. */
export function expectError(answer: Answer, code: ErrorCode): ErrorBody {
  const body = errorBodySchema.strict().parse(answer.body);
  expect({ status: answer.status, code: body.code }).toEqual({ status: errorStatuses[code], code });
  return body;
}
