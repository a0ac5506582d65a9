import { replyPermissions } from '@skein/contracts/constants';
import { chainPartsMax } from '@skein/contracts/limits';
import type { ReplyPermission } from '@skein/contracts/threads';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { PollDraft } from '../poll/poll-draft.ts';
import { parsePollDraft } from '../poll/parse-poll-draft.ts';

/** Content stored on the device until it is posted or discarded. */
export interface Draft {
  text: string;
  topic: string;
  replyPermission: ReplyPermission;
  /** Null until the author adds one. */
  contentWarning: string | null;
  isSensitive: boolean;
  poll: PollDraft | null;
  /** When to publish it, as the value of the field; null for now. */
  scheduledAt: string | null;
  /** The texts of further threads, each a reply to the one before. */
  partTexts: string[];
  /** The state of the draft on the server that it continues; null for none. */
  base: DraftBase | null;
  /** The idempotency key of an earlier attempt to send this content, whose response may be lost. */
  sentKey: string | null;
}

export interface DraftBase {
  version: number;
  /** The ids of the uploads of each part that are still attached. */
  mediaIds: string[][];
}

/** Each reply parent, each quoted thread and each draft of the server has its own draft. */
export type DraftName = 'thread' | `reply:${string}` | `quote:${string}` | `saved:${string}`;

export interface DraftId {
  userId: string;
  name: DraftName;
}

export const emptyDraft: Draft = {
  text: '',
  topic: '',
  replyPermission: 'ANYONE',
  contentWarning: null,
  isSensitive: false,
  poll: null,
  scheduledAt: null,
  partTexts: [],
  base: null,
  sentKey: null,
};

// Drafts are stored per account: other accounts on this device cannot read them.
const storageKeyOf = ({ userId, name }: DraftId): string => `draft:${userId}:${name}`;

export function readDraft(id: DraftId): Draft {
  try {
    return toDraft(JSON.parse(readItem(storageKeyOf(id)) ?? 'null'));
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(id: DraftId, draft: Draft): void {
  const { text, topic, replyPermission, contentWarning, isSensitive, poll } = draft;
  const { scheduledAt, partTexts, base, sentKey } = draft;
  const hasText = [text, topic, contentWarning].some(Boolean) || partTexts.length > 0;
  const isEmpty = !hasText && poll === null && base === null;
  const warning = { contentWarning, isSensitive };
  const fields = { text, topic, replyPermission, ...warning, poll, scheduledAt };
  if (isEmpty) clearDraft(id);
  else writeItem(storageKeyOf(id), JSON.stringify({ ...fields, partTexts, base, sentKey }));
}

export function clearDraft(id: DraftId): void {
  removeItem(storageKeyOf(id));
}

/** The ids of the drafts of the server that have changes on this device. */
export function listChangedDrafts(userId: string): string[] {
  const prefix = storageKeyOf({ userId, name: 'saved:' });
  return listKeys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // The browser blocks it.
    return [];
  }
}

/** Validates the stored value: another app version or the user may have written it. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft;
  const fields: Partial<Record<keyof Draft, unknown>> = stored;
  return {
    text: typeof fields.text === 'string' ? fields.text : '',
    topic: typeof fields.topic === 'string' ? fields.topic : '',
    replyPermission:
      replyPermissions.find((value) => value === fields.replyPermission) ??
      emptyDraft.replyPermission,
    contentWarning: typeof fields.contentWarning === 'string' ? fields.contentWarning : null,
    isSensitive: fields.isSensitive === true,
    poll: parsePollDraft(fields.poll),
    scheduledAt: typeof fields.scheduledAt === 'string' ? fields.scheduledAt : null,
    partTexts: toTexts(fields.partTexts),
    base: toBase(fields.base),
    sentKey: typeof fields.sentKey === 'string' ? fields.sentKey : null,
  };
}

function toBase(stored: unknown): DraftBase | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { version, mediaIds }: Partial<Record<keyof DraftBase, unknown>> = stored;
  if (typeof version !== 'number' || !Array.isArray(mediaIds)) return null;
  return { version, mediaIds: mediaIds.map(toStrings) };
}

function toTexts(stored: unknown): string[] {
  return toStrings(stored).slice(0, chainPartsMax - 1);
}

function toStrings(stored: unknown): string[] {
  const values: unknown[] = Array.isArray(stored) ? stored : [];
  return values.filter((value) => typeof value === 'string');
}
