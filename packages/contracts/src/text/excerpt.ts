import { isBlank } from './normalise.ts';

const titleWordsMaxLength = 70;

/** The beginning of a text on one line, cut between words where possible. Lengths are code points. */
export function excerpt(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const start = characters.slice(0, maxLength - 1).join('');
  const lastSpace = start.lastIndexOf(' ');
  return `${lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start}…`;
}

interface NamedUser {
  name: string;
  username: string;
}

/** The title of a thread's page: its author and its first words, if it has any. */
export function threadTitle(author: NamedUser, content: string): string {
  if (isBlank(content)) return profileTitle(author);
  return `${author.name}: “${excerpt(content, titleWordsMaxLength)}”`;
}

/** The title of a profile's page. */
export function profileTitle({ name, username }: NamedUser): string {
  return `${name} (@${username})`;
}
