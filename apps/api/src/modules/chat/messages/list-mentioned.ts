import { parseText } from '@skein/contracts/text';

/** The usernames after an `@` in a text. */
export function listMentioned(content: string): string[] {
  const names = parseText(content).flatMap((segment) =>
    segment.type === 'mention' ? [segment.username] : [],
  );
  return [...new Set(names)];
}
