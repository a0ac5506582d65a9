import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';

const wireSchema = z.tuple([z.literal(1), z.literal('chat'), z.uuid(), z.int32().positive()]);

/** A position in a conversation: before the message with this number. */
export function encodeConversationCursor(partnerId: string, beforeSeq: number): string {
  return encodeCursor([1, 'chat', partnerId, beforeSeq]);
}

/** @throws ValidationError for an invalid cursor or one of another conversation */
export function decodeConversationCursor(partnerId: string, cursor: string): number {
  const [, , ofPartner, beforeSeq] = decodeCursor(wireSchema, cursor) ?? [];
  if (beforeSeq === undefined || ofPartner !== partnerId) throw invalidCursor();
  return beforeSeq;
}
