import type { MessageType } from '@skein/contracts/chat';
import type { Link, LinkCards } from '../../threads/index.ts';

interface CardContent {
  content: string;
  type: MessageType;
  sharedThreadId?: string | null | undefined;
}

/** The URL of the link card of a message; null if it has none. Files and shared threads replace a card. */
export function findCardUrl(
  linkCards: Pick<LinkCards, 'find'>,
  { content, type, sharedThreadId = null }: CardContent,
): string | null {
  return type === 'text' && sharedThreadId === null ? (linkCards.find(content)?.url ?? null) : null;
}

/** The link of a stored message; null if it has no card. */
export const toLink = (id: string | null, url: string | null): Link | null =>
  id === null || url === null ? null : { id, url };
