import { hashtagMaxLength } from '@skein/contracts/limits';
import { normalizeText, parseText } from '@skein/contracts/text';

/**
 * The hashtag, with its hash, that a typed topic stands for: what no tag can have becomes an
 * underscore. Null when nothing of it can be a tag.
 */
export function topicHashtag(topic: string): string | null {
  const name = normalizeText(topic)
    .replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  const tag = `#${Array.from(name).slice(0, hashtagMaxLength).join('')}`;
  const segments = parseText(tag);
  return segments.length === 1 && segments[0]?.type === 'hashtag' ? tag : null;
}

/** What is posted and what is counted: the text, with the topic in front of it as a hashtag. */
export function composeContent(topic: string, text: string): string {
  const tag = topicHashtag(topic);
  return normalizeText(tag === null ? text : `${tag} ${text}`);
}
