import { v5 } from 'uuid';

const namespace = '5d0c64c8-5a0b-4a5f-9f0e-3c8a7c1f2b60';

/** The key of the conversation of two users, as `selectPairKey` writes it. */
export function toPairKey(oneId: string, otherId: string): string {
  return [oneId.toLowerCase(), otherId.toLowerCase()].toSorted().join(':');
}

/** The id of a new conversation of two users, which clients know before its first message. */
export function toDirectId(pairKey: string): string {
  return v5(pairKey, namespace);
}
