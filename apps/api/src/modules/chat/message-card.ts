import type { MessageType } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Link, LinkCards } from '../threads/index.ts';

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

/**
 * The id of the link card of a message. A card belongs to one conversation: a card that is there already would
 * disclose that others were sent the link.
 */
export function selectCardId(conversationId: Prisma.Sql, url: string | null): Prisma.Sql {
  if (url === null) return Prisma.sql`NULL::uuid`;
  const identity = Prisma.sql`convert_to(${conversationId}::text || ${url}::text, 'UTF8')`;
  return Prisma.sql`encode(substr(sha256(${identity}), 1, 16), 'hex')::uuid`;
}

/** The link of a stored message; null if it has no card. */
export const toLink = (id: string | null, url: string | null): Link | null =>
  id === null || url === null ? null : { id, url };
