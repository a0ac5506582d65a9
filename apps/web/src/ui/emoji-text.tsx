import { useState } from 'react';
import { emojiPath, splitEmoji } from '@skein/contracts/text';

interface EmojiTextProps {
  text: string;
  authorUsername?: string | null;
  /** The users whose names a text of this server contains. */
  users?: readonly { name: string; username: string }[];
}

/** A text with the custom emoji of other servers. */
export function EmojiText({ text, authorUsername, users }: EmojiTextProps) {
  const parts = splitEmoji(text);
  if (parts.every(({ type }) => type === 'text')) return text;
  let position = 0;
  // Each part is an element: text between elements cannot change after the browser translated it.
  return parts.map((part) => {
    position += 1;
    if (part.type === 'text') return <span key={position}>{part.text}</span>;
    const { shortcode } = part;
    const username = authorUsername ?? users?.find(hasEmoji(shortcode))?.username;
    return (
      <Emoji key={position} shortcode={shortcode} path={emojiPath(username ?? '', shortcode)} />
    );
  });
}

const hasEmoji =
  (shortcode: string) =>
  ({ name }: { name: string }) =>
    name.includes(`:${shortcode}:`);

/** Shows the shortcode if the picture is missing. */
function Emoji({ shortcode, path }: { shortcode: string; path: string | null }) {
  const [isMissing, setIsMissing] = useState(false);
  const label = `:${shortcode}:`;
  if (path === null || isMissing) return <span>{label}</span>;
  return (
    <img
      src={path}
      alt={label}
      title={label}
      loading="lazy"
      decoding="async"
      draggable={false}
      className="inline-block h-[1.25em] w-auto max-w-[5em] min-w-[1em] object-contain align-[-0.25em]"
      onError={() => setIsMissing(true)}
    />
  );
}
