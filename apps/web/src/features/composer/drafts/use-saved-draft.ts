import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { SavedDraft } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { ComposerAction, ComposerState } from '../editor/composer-reducer.ts';
import type { DraftId } from '../editor/draft.ts';
import { serverMessage, toastOptions } from '../submit/submit-action.ts';
import { isRestoring } from '../chain/parts-reducer.ts';
import { recoverDraft } from './restore-draft.ts';
import { DraftGoneError, describeContent, prepareDraft } from './save-draft.ts';
import type { DraftTarget } from './save-draft.ts';
import { useDraftSender } from './use-draft-sender.ts';
import type { Sent } from './use-draft-sender.ts';

interface SavedDraftOptions {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Null if the content cannot be saved as a draft. */
  target: DraftTarget | null;
  /** Where the device stores the content; null if it does not. */
  draftId: DraftId | null;
}

/** Content that is being saved. */
interface Attempt {
  content: string;
  /** Saved for a publication whose response may be lost; null otherwise. */
  publishing: SavedDraft | null;
}

type Upload = Pick<Parameters<typeof prepareDraft>[1], 'signal' | 'onProgress'>;

interface StoreOptions extends Upload {
  isPosting?: boolean;
}

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
export function useSavedDraft(options: SavedDraftOptions): DraftSaving | null {
  const { state, target } = options;
  const { progress, save: saveVisibly, cancelSave } = useVisibleSave();
  const { startAttempt, store, hasLost, onRejected } = useDraftStore(options);
  if (target === null) return null;

  const save = () =>
    saveVisibly(async (upload) => {
      const isSaved = !reportConflict(await store(upload));
      if (isSaved) toast.success(t('drafts.saved'), undefined, toastOptions);
    });
  const saveBeforePosting = async (upload: Upload): Promise<SavedDraft> => {
    const current = startAttempt();
    // The draft may have been published and deleted, so that it cannot be saved again.
    current.publishing ??= (await store({ ...upload, isPosting: true })).draft;
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
function useDraftStore({ state, dispatch, target, draftId }: SavedDraftOptions) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>({ content: '', publishing: null });
  const enqueue = useQueue();
  // A ref, because the version changes while the next request waits for it.
  const saved = useRef(state.saved);
  const sender = useDraftSender(draftId);
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
  const onRecovered = (sent: Sent): ComposerState => {
    const recovered = recoverDraft(state, sent);
    saved.current = recovered.saved;
    dispatch({ type: 'draft-recovered', recover: (current) => recoverDraft(current, sent) });
    return recovered;
  };
  /** Completes an earlier attempt, and returns the content to save after it. */
  const repeat = async ({ isPosting = false, signal }: StoreOptions) => {
    const sent = await sender.repeatLost(signal);
    // A thread is posted as the composer shows it, without the content that the lost request saved.
    if (sent?.isRecovered && !isPosting) return { sent, current: onRecovered(sent) };
    if (sent !== null) onSaved(sent.draft, sent.content);
    return { sent, current: { ...state, saved: saved.current } };
  };
  const send = async (options: StoreOptions): Promise<Stored> => {
    startAttempt();
    const before = saved.current;
    try {
      const { sent: repeated, current } = await repeat(options);
      const content = describeContent(current);
      const isSaved = repeated?.content === content;
      const prepare = () => prepareDraft(current, { target: target ?? {}, ...options });
      const sent = isSaved ? repeated : await sender.send(await prepare(), options.signal);
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
  const store = (options: StoreOptions): Promise<Stored> => enqueue(() => send(options));
  // It replaces files of this device, which must be loaded first.
  useRecovery(!isRestoring(state), () => enqueue(() => repeat({})));
  const onRejected = () => {
    attempt.current.publishing = null;
  };
  return { startAttempt, store, hasLost: sender.hasLost, onRejected };
}

/** Repeats a lost attempt. Without a connection, the next attempt to save repeats it. */
function useRecovery(isReady: boolean, repeat: () => Promise<unknown>): void {
  const recover = useEffectEvent(() => void repeat().catch(() => undefined));
  useEffect(() => {
    if (isReady) recover();
  }, [isReady]);
}

/** Returns a function that runs each request after those before it. */
function useQueue() {
  const running = useRef<Promise<unknown>>(Promise.resolve());
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = running.current.then(run);
    running.current = result.catch(() => undefined);
    return result;
  };
}

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
