import type { ResponseArguments, ResponseKey, ResponseMessage } from '@skein/messages';
import type { z } from 'zod';

type Issue = Pick<z.core.$ZodRawIssue, 'path'>;

/**
 * The error of a schema. zod requires a text, so the key of the message and its values are written
 * as JSON. `readIssueMessage` reads them.
 */
export function issueMessage<const Key extends ResponseKey>(
  key: Key,
  ...[values]: ResponseArguments<Key>
): string {
  return JSON.stringify(values === undefined ? key : { key, values });
}

/** Reads the error of an issue that `describeIssue` or a schema of the contracts has written. */
export function readIssueMessage({ message }: Pick<z.core.$ZodIssue, 'message'>): ResponseMessage {
  // The type of `issueMessage` allows nothing else.
  return JSON.parse(message) as ResponseMessage;
}

/** How an error message names the invalid value: `"altText.0"`. */
export function toSubject({ path = [] }: Issue) {
  return path.length === 0 ? 'error.label.input' : (`"${path.map(String).join('.')}"` as const);
}

/**
 * The error message for an issue whose schema defines none. Pass it to the parser, as in
 * `schema.safeParse(value, { error: describeIssue })`, to replace zod's own messages.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const label = toSubject(issue);
  switch (issue.code) {
    case 'invalid_type':
      return issueMessage(issue.input === undefined ? 'error.required' : typeKey(issue.expected), {
        label,
      });
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return issueMessage('error.mustBeOneOf', { label, values });
    }
    default:
      return issueMessage('error.notValid', { label });
  }
}

const typeKeys = {
  string: 'error.mustBeText',
  number: 'error.mustBeNumber',
  int: 'error.mustBeInteger',
  boolean: 'error.mustBeBoolean',
  array: 'error.mustBeList',
  object: 'error.mustBeObject',
  date: 'error.mustBeDate',
} as const;

function typeKey(type: string) {
  const keys: Record<string, (typeof typeKeys)[keyof typeof typeKeys] | undefined> = typeKeys;
  return keys[type] ?? 'error.mustBeOther';
}
