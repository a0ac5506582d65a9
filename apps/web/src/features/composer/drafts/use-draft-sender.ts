import { useRef, useState } from 'react';
import type { SavedDraft } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import type { DraftId } from '../editor/draft.ts';
import { isTemporary } from '../pending/pending-post.ts';
import { DraftGoneError, sendDraft } from './save-draft.ts';
import type { PreparedDraft } from './save-draft.ts';
import {
  clearUnconfirmedSave,
  readUnconfirmedSave,
  writeUnconfirmedSave,
} from './unconfirmed-save.ts';

export interface Sent {
  draft: SavedDraft;
  content: string;
  /** Whether an earlier visit has sent it first. */
  isRecovered: boolean;
}

/**
 * Sends drafts, and remembers one whose response is lost: the server may have saved it. The device
 * stores a request that creates a draft, until the draft is stored or discarded.
 */
export function useDraftSender(draftId: DraftId | null) {
  const [initial] = useState(() => readLost(draftId));
  const lost = useRef(initial);
  const [hasLost, setHasLost] = useState(initial !== null);
  const setLost = (prepared: PreparedDraft | null) => {
    lost.current = prepared;
    setHasLost(prepared !== null);
  };
  const send = async (prepared: PreparedDraft, signal: AbortSignal | undefined): Promise<Sent> => {
    lost.current = prepared;
    const isNew = !prepared.state?.saved;
    if (isNew && draftId) writeUnconfirmedSave(draftId, prepared);
    try {
      const draft = await sendDraft(prepared, signal);
      setLost(null);
      return { draft, content: prepared.content, isRecovered: prepared.state === null };
    } catch (error) {
      if (isNew && draftId && isRejection(error)) clearUnconfirmedSave(draftId);
      setLost(isRejection(error) ? null : prepared);
      throw error;
    }
  };
  /** Sends it again without changes. Null if there is none, or if the server rejects it. */
  const repeatLost = async (signal: AbortSignal | undefined): Promise<Sent | null> => {
    try {
      return lost.current && (await send(lost.current, signal));
    } catch (error) {
      if (error instanceof ApiError && isRejection(error)) return null;
      throw error;
    }
  };
  return { send, repeatLost, hasLost };
}

function readLost(draftId: DraftId | null): PreparedDraft | null {
  const save = draftId && readUnconfirmedSave(draftId);
  return save && { ...save, state: null };
}

const isRejection = (error: unknown): boolean =>
  error instanceof DraftGoneError || (error instanceof ApiError && !isTemporary(error));
