import type { z } from 'zod';

type Issue = Pick<z.core.$ZodRawIssue, 'path'>;

/** What the sentence about a mistake calls the value: `"altText.0"`. */
export function subjectOf({ path = [] }: Issue): string {
  return path.length === 0 ? 'The input' : `"${path.map(String).join('.')}"`;
}

/**
 * The sentence about a mistake that the schema itself has no words for. Parse with it, as in
 * `schema.safeParse(value, { error: describeIssue })`: the library's own words are no sentences.
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
      return `${subject} is not valid.`;
  }
}

function describeType(type: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    date: 'a date',
  };
  return words[type] ?? 'of another kind';
}
