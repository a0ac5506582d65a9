import { getDomain } from './usernames.ts';

/**
 * The custom emoji of other servers. In names and texts of their accounts, the server encloses the shortcode of each
 * in this character, as in `\u200B:blobcat:\u200B`: other words between colons are text. Clients that do not know this
 * show the shortcode.
 */
export const emojiMark = '\u200B';

const emojiSource = `${emojiMark}:([\\w+-]{1,100}):${emojiMark}`;

/** A part of a text: text, or the shortcode of an emoji. */
export type EmojiPart = { type: 'text'; text: string } | { type: 'emoji'; shortcode: string };

/** Splits a text of an account of another server. */
export function splitEmoji(text: string): EmojiPart[] {
  if (!text.includes(`${emojiMark}:`)) return [{ type: 'text', text }];
  // A captured group is part of the result, so that every second part is a shortcode.
  return text.split(new RegExp(emojiSource)).flatMap((part, index): EmojiPart[] => {
    if (index % 2 === 1) return [{ type: 'emoji', shortcode: part }];
    return part === '' ? [] : [{ type: 'text', text: part }];
  });
}

/** A text of an account of another server without its emoji. */
export function removeEmoji(text: string): string {
  return splitEmoji(text)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

/** The address of the picture of an emoji; null for the text of a local user, which has none. */
export function emojiPath(username: string, shortcode: string): string | null {
  const domain = getDomain(username);
  return domain === undefined ? null : `/media/emoji/${domain}/${encodeURIComponent(shortcode)}`;
}
