import { z } from 'zod';
import { cursorRefused, decodeCursor, encodeCursor } from '../../platform/cursor.ts';

const wireSchema = z.tuple([z.literal(1), z.literal('chat'), z.uuid(), z.int32().positive()]);

/** A place in a conversation: before a message's number. */
export function encodeConversationCursor(partnerId: string, beforeSeq: number): string {
  return encodeCursor([1, 'chat', partnerId, beforeSeq]);
}

/** @throws ValidationError for what stands for no place in this conversation */
export function decodeConversationCursor(partnerId: string, cursor: string): number {
  const [, , ofPartner, beforeSeq] = decodeCursor(wireSchema, cursor) ?? [];
  if (beforeSeq === undefined || ofPartner !== partnerId) throw cursorRefused();
  return beforeSeq;
}
