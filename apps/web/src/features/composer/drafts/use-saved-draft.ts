import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { SavedDraft } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { ComposerAction, ComposerState } from '../editor/composer-reducer.ts';
import { serverMessage, toastOptions } from '../submit/submit-action.ts';
import { DraftGoneError, describeContent, saveDraft } from './save-draft.ts';
import type { DraftTarget } from './save-draft.ts';

interface SavedDraftOptions {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Null if the content cannot be saved as a draft. */
  target: DraftTarget | null;
}

/** Content that is being saved. */
interface Attempt {
  content: string;
  key: string;
  /** Saved for a publication whose response may be lost; null otherwise. */
  publishing: SavedDraft | null;
}

type Upload = Pick<Parameters<typeof saveDraft>[1], 'signal' | 'onProgress'>;

export interface DraftSaving {
  isSaving: boolean;
  /** Saves the content on the server, and resolves to whether it succeeded. */
  save: () => Promise<boolean>;
  /** Saves changes before the draft is published. Null for content that is no draft. */
  saveBeforePosting: ((upload: Upload) => Promise<SavedDraft>) | null;
  /** Makes the next attempt save again, after the server has rejected the thread. */
  onRejected: () => void;
}

/** Saves the content of a composer as a draft on the server. */
export function useSavedDraft({ state, dispatch, target }: SavedDraftOptions): DraftSaving | null {
  const client = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const attempt = useRef<Attempt>({ content: '', key: '', publishing: null });
  if (target === null) return null;

  const startAttempt = (): Attempt => {
    const content = describeContent(state);
    if (attempt.current.content !== content) {
      attempt.current = { content, key: crypto.randomUUID(), publishing: null };
    }
    return attempt.current;
  };
  const store = async (upload: Upload): Promise<SavedDraft> => {
    const { key: idempotencyKey } = startAttempt();
    try {
      return await saveDraft(state, { target, idempotencyKey, ...upload });
    } catch (error) {
      if (error instanceof DraftGoneError) dispatch({ type: 'draft-gone' });
      throw error;
    } finally {
      // An outdated version must not be opened from the cache.
      client.removeQueries({ queryKey: threadKeys.drafts });
    }
  };
  const save = async (): Promise<boolean> => {
    setIsSaving(true);
    try {
      const { id } = await store({});
      if (state.saved !== null && state.saved.id !== id) {
        toast.info(t('drafts.conflictTitle'), t('drafts.conflictText'), toastOptions);
      } else {
        toast.success(t('drafts.saved'), undefined, toastOptions);
      }
      return true;
    } catch (error) {
      reportSaveError(error);
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  const saveBeforePosting = async (upload: Upload): Promise<SavedDraft> => {
    const current = startAttempt();
    // The draft may have been published and deleted, so that it cannot be saved again.
    if (current.publishing !== null) return current.publishing;
    const saved = await store(upload);
    current.publishing = saved;
    dispatch({ type: 'draft-saved', saved });
    return saved;
  };
  const onRejected = () => {
    attempt.current.publishing = null;
  };
  return {
    isSaving,
    save,
    saveBeforePosting: state.saved === null ? null : saveBeforePosting,
    onRejected,
  };
}

/** Reports why a draft could not be saved. */
export function reportSaveError(error: unknown): void {
  const message = error instanceof Error ? serverMessage(error) : undefined;
  if (error instanceof DraftGoneError) {
    toast.error(t('drafts.goneTitle'), t('drafts.goneText'), toastOptions);
  } else {
    toast.error(t('drafts.failed'), message, toastOptions);
  }
}
