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

/** Content and what the server has stored of it. */
interface Attempt {
  content: string;
  key: string;
  saved: SavedDraft | null;
}

type Upload = Pick<Parameters<typeof saveDraft>[1], 'signal' | 'onProgress'>;

export interface DraftSaving {
  isSaving: boolean;
  /** Saves the content on the server, and resolves to whether it succeeded. */
  save: () => Promise<boolean>;
  /** Saves changes before the draft is published. Null for content that is no draft. */
  saveBeforePosting: ((upload: Upload) => Promise<SavedDraft>) | null;
}

/** Saves the content of a composer as a draft on the server. */
export function useSavedDraft({ state, dispatch, target }: SavedDraftOptions): DraftSaving | null {
  const client = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const attempt = useRef<Attempt>({ content: '', key: '', saved: null });
  if (target === null) return null;

  const store = async (upload: Upload): Promise<SavedDraft> => {
    const content = describeContent(state);
    if (attempt.current.content !== content) {
      attempt.current = { content, key: crypto.randomUUID(), saved: null };
    }
    const { key: idempotencyKey, saved: savedBefore } = attempt.current;
    // Publishing it has failed, or only its response was lost: the draft may no longer exist.
    if (savedBefore !== null) return savedBefore;
    try {
      const saved = await saveDraft(state, { target, idempotencyKey, ...upload });
      attempt.current.saved = saved;
      return saved;
    } catch (error) {
      if (error instanceof DraftGoneError) dispatch({ type: 'draft-gone' });
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: threadKeys.drafts });
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
    const saved = await store(upload);
    dispatch({ type: 'draft-saved', saved });
    return saved;
  };
  return { isSaving, save, saveBeforePosting: state.saved === null ? null : saveBeforePosting };
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
