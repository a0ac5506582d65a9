import { replyPermissions, selectableAudiences } from '@skein/contracts/constants';
import { chainPartsMax } from '@skein/contracts/limits';
import type { ReplyPermission, SelectableAudience } from '@skein/contracts/threads';
import { getSessionUser } from '../../../lib/session/index.ts';
import { listKeys, readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { PollDraft } from '../poll/poll-draft.ts';
import { parsePollDraft } from '../poll/parse-poll-draft.ts';

/** Content stored on the device until it is posted or discarded. */
export interface Draft {
  text: string;
  topic: string;
  replyPermission: ReplyPermission;
  /** Null for the default. */
  audience: SelectableAudience | null;
  /** Null to detect it. */
  language: string | null;
  /** Null until the author adds one. */
  contentWarning: string | null;
  isSensitive: boolean;
  poll: PollDraft | null;
  /** When to publish it, as the value of the field; null for now. */
  scheduledAt: string | null;
  /** The texts of further threads, each a reply to the one before. */
  partTexts: string[];
  /** The files of each thread, in order. */
  files: DraftFile[][];
  /** The version of the draft on the server that it continues; null for none. */
  baseVersion: number | null;
  /** The idempotency key of an earlier attempt to send this content, whose response may be lost. */
  sentKey: string | null;
}

export interface DraftFile {
  /** The id of the upload, or of the file on this device. */
  id: string;
  /** The alt text of an upload. Null for a file on this device, because it is stored with the file. */
  altText: string | null;
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
  audience: null,
  language: null,
  contentWarning: null,
  isSensitive: false,
  poll: null,
  scheduledAt: null,
  partTexts: [],
  files: [],
  baseVersion: null,
  sentKey: null,
};

// Drafts are stored per account: other accounts on this device cannot read them.
const getStorageKey = ({ userId, name }: DraftId): string => `draft:${userId}:${name}`;

/** A draft without content, with the user's settings for new threads. */
export const createDraft = (): Draft => ({
  ...emptyDraft,
  isSensitive: getSessionUser()?.isSensitiveByDefault === true,
});

export function readDraft(id: DraftId): Draft {
  try {
    return toDraft(JSON.parse(readItem(getStorageKey(id)) ?? 'null'));
  } catch {
    return createDraft();
  }
}

export function writeDraft(id: DraftId, draft: Draft): void {
  const { text, topic, contentWarning, poll, partTexts, files, baseVersion } = draft;
  const hasText = [text, topic, contentWarning].some(Boolean) || partTexts.length > 0;
  const hasFiles = files.some(({ length }) => length > 0);
  const isEmpty = !hasText && !hasFiles && poll === null && baseVersion === null;
  if (isEmpty) clearDraft(id);
  else writeItem(getStorageKey(id), JSON.stringify(draft));
}

export function clearDraft(id: DraftId): void {
  removeItem(getStorageKey(id));
}

/** The ids of the drafts of the server that have changes on this device. */
export function listChangedDrafts(userId: string): string[] {
  const prefix = getStorageKey({ userId, name: 'saved:' });
  return listKeys(prefix).map((key) => key.slice(prefix.length));
}

/** Validates the stored value: another app version or the user may have written it. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return createDraft();
  const fields: Partial<Record<keyof Draft, unknown>> = stored;
  return {
    text: typeof fields.text === 'string' ? fields.text : '',
    topic: typeof fields.topic === 'string' ? fields.topic : '',
    replyPermission:
      replyPermissions.find((value) => value === fields.replyPermission) ??
      emptyDraft.replyPermission,
    audience: selectableAudiences.find((value) => value === fields.audience) ?? null,
    language: typeof fields.language === 'string' ? fields.language : null,
    contentWarning: typeof fields.contentWarning === 'string' ? fields.contentWarning : null,
    isSensitive: fields.isSensitive === true,
    poll: parsePollDraft(fields.poll),
    scheduledAt: typeof fields.scheduledAt === 'string' ? fields.scheduledAt : null,
    partTexts: toTexts(fields.partTexts),
    files: toFiles(fields.files),
    baseVersion: typeof fields.baseVersion === 'number' ? fields.baseVersion : null,
    sentKey: typeof fields.sentKey === 'string' ? fields.sentKey : null,
  };
}

function toTexts(stored: unknown): string[] {
  const texts = toArray(stored).filter((text) => typeof text === 'string');
  return texts.slice(0, chainPartsMax - 1);
}

const toFiles = (stored: unknown): DraftFile[][] =>
  toArray(stored).map((files) => toArray(files).filter(isDraftFile));

const toArray = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : []);

function isDraftFile(stored: unknown): stored is DraftFile {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, altText }: Partial<Record<keyof DraftFile, unknown>> = stored;
  return typeof id === 'string' && (altText === null || typeof altText === 'string');
}
