import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useReducer, useRef, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import type { SavedDraft } from '@skein/contracts/threads';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { RequestOptions, SubmitAction } from '../submit/submit-action.ts';
import { restoreChanges } from '../drafts/restore-draft.ts';
import { DraftGoneError, describeContent } from '../drafts/save-draft.ts';
import type { DraftTarget } from '../drafts/save-draft.ts';
import { reportSaveError, useSavedDraft } from '../drafts/use-saved-draft.ts';
import type { DraftSaving } from '../drafts/use-saved-draft.ts';
import { toFilesAdded } from '../attachments/attachments-reducer.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import {
  canPost,
  composerReducer,
  findUndescribed,
  initialComposerState,
  withStoredFiles,
} from './composer-reducer.ts';
import { hasChanges } from './has-changes.ts';
import type { ComposerAction, ComposerState } from './composer-reducer.ts';
import { createDraft, emptyDraft, readDraft } from './draft.ts';
import type { Draft, DraftName, DraftId } from './draft.ts';
import { createDraftFiles } from '../stored-files/draft-files.ts';
import { listFiles } from '../stored-files/file-list.ts';
import { isRestoring } from '../chain/parts-reducer.ts';
import { restoreState, submitOrStore } from '../pending/submit-or-store.ts';
import { usePostLock } from '../pending/use-post-lock.ts';
import type { PendingPost } from '../pending/pending-post.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { withPosters } from '../submit/with-posters.ts';
import { clearStoredDraft, useStoredDraft } from './use-stored-draft.ts';
import { findPending } from '../pending/pending-store.ts';

export interface ComposerOptions<Result> {
  /** The name of the stored draft; null stores none. */
  draftName: DraftName | null;
  /** The initial text, if there is no draft. */
  text?: string;
  /** The initial topic, if there is no draft. */
  topic?: string | undefined;
  /** The initial content warning, if there is no draft. */
  contentWarning?: string | null;
  isSensitive?: boolean;
  /** The initial language, if there is no draft. */
  language?: string | null;
  /** The initial files, if there is no draft. */
  attachments?: readonly Attachment[];
  /** The draft on the server that it continues. */
  draft?: SavedDraft | undefined;
  /** The thread it replies to or quotes, if the content can be saved as a draft. */
  draftTarget?: DraftTarget;
  /** True if it can be posted without text. */
  allowsBlank?: boolean;
  /** True if files are not enough. */
  needsText?: boolean;
  /** The pending post to edit, instead of a draft. */
  pendingId?: string | undefined;
  submitAction: SubmitAction<Result>;
  /**
   * Called after posting, if the component is still mounted. The result is null if the post waits on
   * this device for a connection.
   */
  onPosted: (result: Result | null) => void;
}

export interface Composer {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  addFiles: (files: readonly File[], altText?: string) => void;
  canPost: boolean;
  /** Whether closing would lose content. */
  hasChanges: boolean;
  post: () => void;
  cancelPosting: () => void;
  /** Saves the content as a draft on the server; null if that is not possible. */
  saving: DraftSaving | null;
  /**
   * Deletes the content that is stored on the device, but not files that could not be loaded. Ends
   * editing a pending post.
   */
  clear: () => void;
  /** Does the same as `clear` and deletes the files that could not be loaded. */
  discard: () => void;
  /** Whether it edits a pending post, which stays as it is when the changes are discarded. */
  isPending: boolean;
  /** The id of the character counter, which describes the text box. */
  counterId: string;
}

/** The state of a composer, its stored draft, and posting. */
export function useComposer<Result>(options: ComposerOptions<Result>): Composer {
  const { draftTarget = null, submitAction, onPosted } = options;
  const { pendingPost, draftId, files, state, dispatch, isChanged } = useContent(options);
  const release = usePostLock(pendingPost);
  const request = useRef<AbortController | null>(null);
  const counterId = useId();
  const target = pendingPost ? null : draftTarget;
  const saving = useSavedDraft({ state, dispatch, target, draftId });
  useStoredDraft(draftId, { state, dispatch, isChanged, files });
  const clear = () => {
    if (draftId) clearStoredDraft(draftId, files);
    release();
  };
  const discard = () => {
    if (draftId) files?.removeUnloaded(draftId.name);
    clear();
  };

  const { mutate } = useSubmit(submitAction, { state, dispatch, pendingPost, saving, clear });

  const post = () => {
    // A ref, because a second click can precede the next render.
    if (request.current || !canPost(state, options)) return;
    const undescribed = requireAltTexts(state);
    if (undescribed) {
      dispatch({ type: 'alt-text-required', id: undescribed.id });
      return;
    }
    const controller = new AbortController();
    request.current = controller;
    const key = state.sentKey ?? crypto.randomUUID();
    dispatch({ type: 'posting-started', key });
    const requestOptions = {
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: (progress: number) => dispatch({ type: 'posting-progressed', progress }),
    };
    mutate(requestOptions, {
      onSuccess: onPosted,
      onError: () => {
        request.current = null;
        dispatch({ type: 'posting-stopped' });
      },
    });
  };

  return {
    state,
    dispatch,
    addFiles: (added, altText) => dispatch(toFilesAdded(added, altText)),
    canPost: canPost(state, options),
    hasChanges: isChanged,
    post,
    cancelPosting: () => request.current?.abort(),
    saving,
    clear,
    discard,
    isPending: pendingPost !== null,
    counterId,
  };
}

/** The content of the composer: at first a pending post, a draft, or the original content. */
function useContent<Result>(options: ComposerOptions<Result>) {
  const { pendingId, draft: saved, text = '', topic = '' } = options;
  const { contentWarning = null, language = null, attachments = [] } = options;
  const { isSensitive = createDraft().isSensitive } = options;
  const draftName = saved ? (`saved:${saved.id}` as const) : options.draftName;
  const original = { ...emptyDraft, text, topic, contentWarning, isSensitive, language };
  // Fixed on mount, so that the draft keeps its owner if the session ends meanwhile.
  const [pendingPost] = useState(() => findPending(pendingId));
  const [initialId] = useState(() => (pendingPost ? null : getDraftId(draftName)));
  const [initialState] = useState(() => {
    if (pendingPost) return restoreState(pendingPost.state);
    if (!initialId) return { ...initialComposerState(original), attachments: [...attachments] };
    const stored = readDraft(initialId);
    const content = saved
      ? restoreChanges(saved, stored)
      : initialComposerState(withTopic(stored, topic));
    const storedIds = listFiles(initialId.userId, initialId.name).map(({ id }) => id);
    return withStoredFiles(content, stored, storedIds);
  });
  const [files] = useState(() => initialId && createDraftFiles(initialId.userId));
  const [state, dispatch] = useReducer(composerReducer, initialState);
  // Another draft after a conflict. If it was deleted on another device, the rest belongs to this one.
  const currentName = state.saved ? (`saved:${state.saved.id}` as const) : options.draftName;
  const draftId = useMemo(
    () => (currentName && initialId ? { ...initialId, name: currentName } : initialId),
    [initialId, currentName],
  );
  const isDifferent =
    state.saved === null
      ? hasChanges(state, original, attachments)
      : isRestoring(state) || describeContent(state) !== state.saved.content;
  const isChanged = pendingPost ? state !== initialState : isDifferent;
  return { pendingPost, draftId, files, state, dispatch, isChanged };
}

interface SubmitContext {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  pendingPost: PendingPost | null;
  saving: DraftSaving | null;
  clear: () => void;
}

function useSubmit<Result>(
  submitAction: SubmitAction<Result>,
  { state, dispatch, pendingPost, saving, clear }: SubmitContext,
) {
  const saveDraft = saving?.saveBeforePosting ?? null;
  return useMutation({
    mutationFn: async (options: RequestOptions, { client }) => {
      const content = await withLanguage(await withPosters(state));
      const all = [content, ...content.parts].flatMap((part) => part.attachments);
      const attachments = all.filter(({ poster }) => poster !== undefined);
      if (attachments.length > 0) dispatch({ type: 'posters-captured', attachments });
      const context = { client, state: content, pendingPost, saveDraft };
      return submitOrStore(submitAction, options, context);
    },
    // These callbacks also run after the form is unmounted.
    onSuccess: (result, _options, _onMutateResult, { client }) => {
      clear();
      if (saveDraft) client.removeQueries({ queryKey: threadKeys.drafts });
      if (result !== null) submitAction.onSuccess(client, result);
    },
    onError: (error, { signal }) => {
      if (error instanceof ApiError) saving?.onRejected();
      if (error instanceof DraftGoneError) reportSaveError(error);
      else if (!signal.aborted && !pendingPost) submitAction.onError(error);
    },
  });
}

/** The state with the detected language, unless the author has selected one. */
async function withLanguage(state: ComposerState): Promise<ComposerState> {
  if (state.language !== null) return state;
  const texts = [state, ...state.parts].map((part) => part.text);
  const detected = await detectLanguage(texts.join('\n'));
  return { ...state, language: detected ?? getSessionUser()?.defaultLanguage ?? null };
}

/** The first image without alt text, if the user wants to be reminded. */
const requireAltTexts = (state: ComposerState) =>
  getSessionUser()?.remindsOfAltText === true ? findUndescribed(state) : undefined;

function withTopic(draft: Draft, topic: string): Draft {
  return draft.topic === '' ? { ...draft, topic } : draft;
}

function getDraftId(name: DraftName | null): DraftId | null {
  return name === null ? null : { userId: getSessionUser()?.id ?? '', name };
}
