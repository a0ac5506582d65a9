import { isBlank } from './normalize.ts';

const titleWordsMaxLength = 70;

/** The beginning of a text on one line, cut between words if possible. Lengths are code points. */
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

/** Title of a thread page: the author and the first words, if any. */
export function threadTitle(author: NamedUser, content: string): string {
  if (isBlank(content)) return profileTitle(author);
  return `${author.name}: “${excerpt(content, titleWordsMaxLength)}”`;
}

/** Title of a profile page. */
export function profileTitle({ name, username }: NamedUser): string {
  return `${name} (@${username})`;
}
