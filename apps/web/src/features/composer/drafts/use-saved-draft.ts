import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { SavedDraft } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { ComposerAction, ComposerState } from '../editor/composer-reducer.ts';
import { isTemporary } from '../pending/pending-post.ts';
import { serverMessage, toastOptions } from '../submit/submit-action.ts';
import { DraftGoneError, describeContent, prepareDraft, sendDraft } from './save-draft.ts';
import type { DraftTarget, PreparedDraft } from './save-draft.ts';

interface SavedDraftOptions {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Null if the content cannot be saved as a draft. */
  target: DraftTarget | null;
}

/** Content that is being saved. */
interface Attempt {
  content: string;
  /** Saved for a publication whose response may be lost; null otherwise. */
  publishing: SavedDraft | null;
}

type Upload = Pick<Parameters<typeof prepareDraft>[1], 'signal' | 'onProgress'>;

export interface DraftSaving {
  /** The uploaded fraction while the user waits for `save`, from 0 to 1; null otherwise. */
  progress: number | null;
  /** Saves the content on the server, and resolves to whether it succeeded. */
  save: () => Promise<boolean>;
  /** Stops `save`. */
  cancelSave: () => void;
  /**
   * Saves changes before the draft is published. Null for content that is no draft, also not by a
   * request whose response is lost.
   */
  saveBeforePosting: ((upload: Upload) => Promise<SavedDraft>) | null;
  /** Makes the next attempt save again, after the server has rejected the thread. */
  onRejected: () => void;
}

/** Saves the content of a composer as a draft on the server. */
export function useSavedDraft({ state, dispatch, target }: SavedDraftOptions): DraftSaving | null {
  const { progress, save: saveVisibly, cancelSave } = useVisibleSave();
  const { startAttempt, store, hasLost, onRejected } = useDraftStore({ state, dispatch, target });
  if (target === null) return null;

  const save = () =>
    saveVisibly(async (upload) => {
      const isSaved = !reportConflict(await store(upload));
      if (isSaved) toast.success(t('drafts.saved'), undefined, toastOptions);
    });
  const saveBeforePosting = async (upload: Upload): Promise<SavedDraft> => {
    const current = startAttempt();
    // The draft may have been published and deleted, so that it cannot be saved again.
    current.publishing ??= (await store(upload)).draft;
    return current.publishing;
  };
  return {
    progress,
    save,
    cancelSave,
    saveBeforePosting: state.saved === null && !hasLost ? null : saveBeforePosting,
    onRejected,
  };
}

interface Stored {
  draft: SavedDraft;
  /** Whether a conflict has made the content a second draft. */
  isSecond: boolean;
}

/** Sends the content to the server, one request after the other. */
function useDraftStore({ state, dispatch, target }: SavedDraftOptions) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>({ content: '', publishing: null });
  const running = useRef<Promise<unknown>>(Promise.resolve());
  // A ref, because the version changes while the next request waits for it.
  const saved = useRef(state.saved);
  const sender = useSender();
  const startAttempt = (): Attempt => {
    const content = describeContent(state);
    if (attempt.current.content !== content) {
      attempt.current = { content, publishing: null };
    }
    return attempt.current;
  };
  const onSaved = ({ id, version }: SavedDraft, content: string) => {
    saved.current = { id, version, content };
    dispatch({ type: 'draft-saved', saved: saved.current });
  };
  const send = async (upload: Upload): Promise<Stored> => {
    const { content } = startAttempt();
    const before = saved.current;
    try {
      let sent = await sender.repeatLost(upload);
      if (sent?.content !== content) {
        if (sent !== null) onSaved(sent.draft, sent.content);
        const current = { ...state, saved: saved.current };
        sent = await sender.send(
          await prepareDraft(current, { target: target ?? {}, ...upload }),
          upload,
        );
      }
      const { draft } = sent;
      if (saved.current !== null) onSaved(draft, content);
      return { draft, isSecond: before !== null && before.id !== draft.id };
    } catch (error) {
      if (error instanceof DraftGoneError) {
        saved.current = null;
        dispatch({ type: 'draft-gone' });
      }
      throw error;
    } finally {
      // An outdated version must not be opened from the cache.
      client.removeQueries({ queryKey: threadKeys.drafts });
    }
  };
  const store = (upload: Upload): Promise<Stored> => {
    const result = running.current.then(() => send(upload));
    running.current = result.catch(() => undefined);
    return result;
  };
  const onRejected = () => {
    attempt.current.publishing = null;
  };
  return { startAttempt, store, hasLost: sender.hasLost, onRejected };
}

interface Sent {
  draft: SavedDraft;
  content: string;
}

/** Sends drafts, and remembers one whose response is lost: the server may have saved it. */
function useSender() {
  const lost = useRef<PreparedDraft | null>(null);
  const [hasLost, setHasLost] = useState(false);
  const setLost = (prepared: PreparedDraft | null) => {
    lost.current = prepared;
    setHasLost(prepared !== null);
  };
  const send = async (prepared: PreparedDraft, { signal }: Upload): Promise<Sent> => {
    lost.current = prepared;
    try {
      const draft = await sendDraft(prepared, signal);
      setLost(null);
      return { draft, content: describeContent(prepared.state) };
    } catch (error) {
      setLost(isRejection(error) ? null : prepared);
      throw error;
    }
  };
  /** Sends it again without changes. Null if there is none, or if the server rejects it. */
  const repeatLost = async (upload: Upload): Promise<Sent | null> => {
    try {
      return lost.current && (await send(lost.current, upload));
    } catch (error) {
      if (error instanceof ApiError && isRejection(error)) return null;
      throw error;
    }
  };
  return { send, repeatLost, hasLost };
}

const isRejection = (error: unknown): boolean =>
  error instanceof DraftGoneError || (error instanceof ApiError && !isTemporary(error));

/** Saving for which the user waits. */
function useVisibleSave() {
  const [progress, setProgress] = useState<number | null>(null);
  const request = useRef(new AbortController());
  const save = async (run: (upload: Upload) => Promise<void>): Promise<boolean> => {
    request.current = new AbortController();
    const { signal } = request.current;
    setProgress(0);
    try {
      await run({ signal, onProgress: setProgress });
      return true;
    } catch (error) {
      if (!signal.aborted) reportSaveError(error);
      return false;
    } finally {
      setProgress(null);
    }
  };
  return { progress, save, cancelSave: () => request.current.abort() };
}

/** Reports that the content became a second draft. Returns whether it did. */
function reportConflict({ isSecond }: Stored): boolean {
  if (isSecond) toast.info(t('drafts.conflictTitle'), t('drafts.conflictText'), toastOptions);
  return isSecond;
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
