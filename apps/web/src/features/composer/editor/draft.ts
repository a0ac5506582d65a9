import type { ReplyPermission } from '@skein/contracts/threads';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { PollDraft } from '../poll/poll-draft.ts';
import { parsePollDraft } from '../poll/parse-poll-draft.ts';

/** What is kept on the device until it is posted or thrown away. */
export interface Draft {
  text: string;
  topic: string;
  replyPermission: ReplyPermission;
  poll: PollDraft | null;
  /** The idempotency key with which exactly this was sent before, should the answer be lost. */
  sentKey: string | null;
}

/** Each thread that is answered or quoted has a draft of its own. */
export type DraftName = 'thread' | `reply:${string}` | `quote:${string}`;

/** Whose draft of what. */
export interface DraftPlace {
  userId: string;
  name: DraftName;
}

export const replyPermissions = [
  'ANYONE',
  'FOLLOWERS',
  'FOLLOWING',
  'MENTIONED_ONLY',
] as const satisfies readonly ReplyPermission[];

export const emptyDraft: Draft = {
  text: '',
  topic: '',
  replyPermission: 'ANYONE',
  poll: null,
  sentKey: null,
};

// Each account has its own: whoever signs in next on this device reads nothing of it.
const keyOf = ({ userId, name }: DraftPlace): string => `draft:${userId}:${name}`;

export function readDraft(place: DraftPlace): Draft {
  try {
    return toDraft(JSON.parse(readItem(keyOf(place)) ?? 'null'));
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(place: DraftPlace, draft: Draft): void {
  const { text, topic, replyPermission, poll, sentKey } = draft;
  if (text === '' && topic === '' && poll === null) clearDraft(place);
  else writeItem(keyOf(place), JSON.stringify({ text, topic, replyPermission, poll, sentKey }));
}

export function clearDraft(place: DraftPlace): void {
  removeItem(keyOf(place));
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
    poll: parsePollDraft(fields.poll),
    sentKey: typeof fields.sentKey === 'string' ? fields.sentKey : null,
  };
}
