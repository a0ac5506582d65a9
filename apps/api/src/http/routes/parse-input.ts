import { describeIssue } from '@skein/contracts/http';
import type { FieldError } from '@skein/contracts/http';
import type { z } from 'zod';
import { ValidationError } from '../../platform/errors.ts';

/**
 * Parses the value with the schema.
 * @throws ValidationError with all issues
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  throw new ValidationError(result.error.issues.map(toFieldError));
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { path: issue.path.map(String).join('.'), message: issue.message };
}
