import type { z } from 'zod';

type Issue = Pick<z.core.$ZodRawIssue, 'path'>;

/** How an error message names the invalid value: `"altText.0"`. */
export function subjectOf({ path = [] }: Issue): string {
  return path.length === 0 ? 'The input' : `"${path.map(String).join('.')}"`;
}

/**
 * The error message for an issue whose schema defines none. Pass it to the parser, as in
 * `schema.safeParse(value, { error: describeIssue })`, to replace zod's own messages.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const subject = subjectOf(issue);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${subject} is required.`
        : `${subject} must be ${describeType(issue.expected)}.`;
    case 'invalid_value':
      return `${subject} must be one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return `${subject} isn't valid.`;
  }
}

function describeType(type: string): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    date: 'a date',
  };
  return words[type] ?? 'of another type';
}
