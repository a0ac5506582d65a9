import { emojiMark } from '@skein/contracts/text';

/** A custom emoji of another server. */
export interface RemoteEmoji {
  /** The name without colons. */
  shortcode: string;
  /** The address of its picture. */
  uri: string;
}

/** Further emoji of a document are text. */
export const emojiMax = 100;
const shortcodePattern = /^:?([\w+-]{1,100}):?$/;

/** The emoji of a document, by the names of its tags. Tags without a usable name or address are left out. */
export function listEmoji(tags: readonly { name: string; uri: string | null }[]): RemoteEmoji[] {
  const emoji = new Map<string, string>();
  for (const { name, uri } of tags) {
    const [, shortcode] = shortcodePattern.exec(name) ?? [];
    if (shortcode !== undefined && uri !== null && emoji.size < emojiMax) emoji.set(shortcode, uri);
  }
  return [...emoji].map(([shortcode, uri]) => ({ shortcode, uri }));
}

/** Returns a function that marks the emoji in a text, so that other words between colons stay text. */
export function createEmojiMarker(emoji: readonly RemoteEmoji[]): (text: string) => string {
  const names = emoji.map(({ shortcode }) => RegExp.escape(shortcode)).join('|');
  const pattern = names === '' ? null : new RegExp(`:(?:${names}):`, 'g');
  return (text) => {
    // Other servers must not mark anything themselves.
    const unmarked = text.replaceAll(/\u200B(?=:)|(?<=:)\u200B/g, '');
    return pattern === null ? unmarked : unmarked.replaceAll(pattern, `${emojiMark}$&${emojiMark}`);
  };
}

/** Removes an emoji at the end of a text that was cut off. */
export function trimEmoji(text: string): string {
  const end = text.lastIndexOf(`${emojiMark}:`);
  return end >= 0 && /^\u200B:[\w+-]*:?$/.test(text.slice(end)) ? text.slice(0, end).trim() : text;
}
