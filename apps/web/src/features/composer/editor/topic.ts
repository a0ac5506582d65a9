import { hashtagMaxLength } from '@skein/contracts/limits';
import { hashtagSource, normalizeText, parseText } from '@skein/contracts/text';

const notInHashtag = new RegExp(`(?:(?!${hashtagSource.character}).)+`, 'gsu');

/**
 * Converts a topic to a hashtag, including the hash. Characters that are invalid in a hashtag
 * become underscores. Null if no valid hashtag remains.
 */
export function topicHashtag(topic: string): string | null {
  const name = normalizeText(topic)
    .replaceAll(notInHashtag, '_')
    .replaceAll(/^_+|_+$/g, '');
  const tag = `#${Array.from(name).slice(0, hashtagMaxLength).join('')}`;
  const segments = parseText(tag);
  return segments.length === 1 && segments[0]?.type === 'hashtag' ? tag : null;
}

/** The posted content: the text, preceded by the topic as a hashtag. */
export function composeContent(topic: string, text: string): string {
  const tag = topicHashtag(topic);
  return normalizeText(tag === null ? text : `${tag} ${text}`);
}
