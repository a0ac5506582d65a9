import type { ReplyPermission } from '@skein/contracts/threads';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';

/** What is kept on the device until it is posted or thrown away. */
export interface Draft {
  text: string;
  topic: string;
  replyPermission: ReplyPermission;
}

export const replyPermissions = [
  'ANYONE',
  'FOLLOWERS',
  'FOLLOWING',
  'MENTIONED_ONLY',
] as const satisfies readonly ReplyPermission[];

export const emptyDraft: Draft = { text: '', topic: '', replyPermission: 'ANYONE' };

// Each account has its own: whoever signs in next on this device reads nothing of it.
const keyOf = (userId: string): string => `draft:${userId}`;

export function readDraft(userId: string): Draft {
  try {
    return toDraft(JSON.parse(readItem(keyOf(userId)) ?? 'null'));
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(userId: string, { text, topic, replyPermission }: Draft): void {
  if (text === '' && topic === '') clearDraft(userId);
  else writeItem(keyOf(userId), JSON.stringify({ text, topic, replyPermission }));
}

export function clearDraft(userId: string): void {
  removeItem(keyOf(userId));
}

/** What was stored may be of another version of the app, or of somebody's hand. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft;
  const fields: Partial<Record<keyof Draft, unknown>> = stored;
  return {
    text: typeof fields.text === 'string' ? fields.text : '',
    topic: typeof fields.topic === 'string' ? fields.topic : '',
    replyPermission:
      replyPermissions.find((value) => value === fields.replyPermission) ??
      emptyDraft.replyPermission,
  };
}
