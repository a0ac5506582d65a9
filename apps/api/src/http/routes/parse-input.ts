import { describeIssue, readIssueMessage } from '@skein/contracts/http';
import type { z } from 'zod';
import { ValidationError } from '../../platform/errors.ts';
import type { InvalidField } from '../../platform/errors.ts';

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
  throw new ValidationError(result.error.issues.map(toInvalidField));
}

/**
 * Parses a query string. Names with brackets (`page[]`, `page[a]`) are lists or objects, which no schema of a
 * single value accepts, whether or not the plain name is also there.
 * @throws ValidationError with all issues
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const lists: Record<string, unknown[]> = {};
  for (const [name, value] of Object.entries(query)) {
    const bracket = name.indexOf('[');
    if (bracket > 0) lists[name.slice(0, bracket)] = [value].flat();
  }
  return parseInput(schema, { ...query, ...lists });
}

function toInvalidField(issue: z.core.$ZodIssue): InvalidField {
  return { path: issue.path.map(String).join('.'), message: readIssueMessage(issue) };
}
