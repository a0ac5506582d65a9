import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { DraftId } from '../editor/draft.ts';
import type { PreparedDraft } from './save-draft.ts';

/**
 * The request that creates a draft, until its response arrives. It is stored on the device, so that
 * it can be repeated after a reload: the server may have created the draft.
 */
export type UnconfirmedSave = Pick<PreparedDraft, 'body' | 'content' | 'idempotencyKey'>;

interface StoredSave extends UnconfirmedSave {
  sentAtMs: number;
}

/** The server forgets idempotency keys after 24 hours. Then a repetition could create a second draft. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

const getStorageKey = ({ userId, name }: DraftId): string => `draft-save:${userId}:${name}`;

/** Stores it before it is sent. A repetition keeps the time of the first attempt. */
export function writeUnconfirmedSave(id: DraftId, save: UnconfirmedSave): void {
  if (readUnconfirmedSave(id)?.idempotencyKey === save.idempotencyKey) return;
  const { body, content, idempotencyKey } = save;
  const stored: StoredSave = { body, content, idempotencyKey, sentAtMs: Date.now() };
  writeItem(getStorageKey(id), JSON.stringify(stored));
}

export function clearUnconfirmedSave(id: DraftId): void {
  removeItem(getStorageKey(id));
}

export function readUnconfirmedSave(id: DraftId): UnconfirmedSave | null {
  try {
    const stored: unknown = JSON.parse(readItem(getStorageKey(id)) ?? 'null');
    return isSave(stored) && Date.now() - stored.sentAtMs < keyLifetimeMs ? stored : null;
  } catch {
    return null;
  }
}

/** Another app version may have stored it. The server checks the fields of the body. */
function isSave(stored: unknown): stored is StoredSave {
  if (typeof stored !== 'object' || stored === null) return false;
  const { body, content, idempotencyKey, sentAtMs }: Partial<Record<keyof StoredSave, unknown>> =
    stored;
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof content === 'string' &&
    typeof idempotencyKey === 'string' &&
    typeof sentAtMs === 'number'
  );
}
