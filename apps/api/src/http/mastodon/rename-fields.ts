import { ValidationError } from '../../platform/errors.ts';
import type { InvalidField } from '../../platform/errors.ts';
import type { ResponseMessage } from '../../platform/messages.ts';

type Names = Readonly<Record<string, string>>;

/** Replaces fields of the use case in the paths and texts of errors with the fields that clients have sent. */
export function renameFields(error: unknown, names: Names): unknown {
  if (!(error instanceof ValidationError)) return error;
  const rename = ({ path, message }: InvalidField): InvalidField => {
    const name = findName(path, names);
    return { path: name, message: renameLabel(message, { path, name }) };
  };
  return new ValidationError((error.fieldErrors ?? []).map(rename));
}

/** `names` may contain the whole path, such as `poll.question`, or its beginning. */
function findName(path: string, names: Names): string {
  const parts = path.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const name = names[parts.slice(0, count).join('.')];
    if (name !== undefined) return [name, ...parts.slice(count)].join('.');
  }
  return path;
}

/** Messages of schemas without a label quote the path: see `describeIssue`. */
function renameLabel(
  message: ResponseMessage,
  { path, name }: { path: string; name: string },
): ResponseMessage {
  // A replaced value has the same type, so the message stays valid.
  return JSON.parse(
    JSON.stringify(message, (_key, value: unknown) =>
      value === `"${path}"` ? `"${name}"` : value,
    ),
  ) as ResponseMessage;
}
