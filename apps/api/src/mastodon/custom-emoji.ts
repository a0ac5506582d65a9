import { emojiPath, isRemoteUsername, splitEmoji } from '@skein/contracts/text';

/** The entities `CustomEmoji` for texts of a user of another server. Local users have none. */
export function toCustomEmoji(
  texts: readonly (string | null)[],
  username: string | null,
  { origin }: { origin: string },
) {
  if (username === null || !isRemoteUsername(username)) return [];
  const parts = texts.flatMap((text) => splitEmoji(text ?? ''));
  const shortcodes = parts.flatMap((part) => (part.type === 'emoji' ? [part.shortcode] : []));
  return [...new Set(shortcodes)].map((shortcode) => {
    const url = `${origin}${emojiPath(username, shortcode) ?? ''}`;
    return { shortcode, url, static_url: url, visible_in_picker: false, category: null };
  });
}
