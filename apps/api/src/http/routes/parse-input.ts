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

/**
 * Parses a query string. Names with brackets (`page[]`, `page[a]`) are lists or objects.
 * @throws ValidationError with all issues
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const entries = Object.entries(query).map(([name, value]): [string, unknown] => {
    const bracket = name.indexOf('[');
    return bracket < 1 ? [name, value] : [name.slice(0, bracket), [value].flat()];
  });
  return parseInput(schema, Object.fromEntries(entries));
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { path: issue.path.map(String).join('.'), message: issue.message };
}
