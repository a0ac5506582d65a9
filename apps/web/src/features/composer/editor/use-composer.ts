import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { getSessionUser } from '../../../lib/session/index.ts';
import type { Submission, SubmitAction } from '../submit/submit-action.ts';
import { checkFiles } from '../attachments/attachments-reducer.ts';
import {
  canPost,
  composerReducer,
  hasChanges,
  initialComposerState,
  warningOf,
} from './composer-reducer.ts';
import type { ComposerAction, ComposerState } from './composer-reducer.ts';
import { clearDraft, emptyDraft, readDraft, writeDraft } from './draft.ts';
import type { Draft, DraftName, DraftId } from './draft.ts';
import { fromLocalInput } from '../../../lib/local-time.ts';
import { toPollInput } from '../poll/poll-draft.ts';
import { composeContent } from './topic.ts';

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
  /** True if it can be posted without text. */
  allowsBlank?: boolean;
  submitAction: SubmitAction<Result>;
  /** Called after posting, if the component is still mounted. */
  onPosted: (result: Result) => void;
}

export interface Composer {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  addFiles: (files: readonly File[]) => void;
  canPost: boolean;
  /** Whether closing would lose content. */
  hasChanges: boolean;
  post: () => void;
  cancelPosting: () => void;
  /** Deletes the draft. */
  discard: () => void;
  /** The id of the character counter, which describes the text box. */
  counterId: string;
}

/** The state of a composer, its stored draft, and posting. */
export function useComposer<Result>(options: ComposerOptions<Result>): Composer {
  const { draftName, text = '', topic = '', allowsBlank = false, submitAction, onPosted } = options;
  // Fixed on mount, so that the draft keeps its owner if the session ends meanwhile.
  const [draftId] = useState(() => draftIdOf(draftName));
  const { contentWarning = null, isSensitive = false } = options;
  const original = { ...emptyDraft, text, topic, contentWarning, isSensitive };
  const [state, dispatch] = useReducer(composerReducer, original, (draft) =>
    initialComposerState(draftId ? withTopic(readDraft(draftId), topic) : draft),
  );
  const request = useRef<AbortController | null>(null);
  const counterId = useId();
  const isChanged = hasChanges(state, original);
  useDraft(draftId, state, isChanged);
  const discard = () => {
    if (draftId) clearDraft(draftId);
  };

  const { mutate } = useMutation({
    mutationFn: submitAction.submit,
    // These callbacks also run after the form is unmounted.
    onSuccess: (result, _submission, _onMutateResult, { client }) => {
      discard();
      submitAction.onSuccess(client, result);
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) submitAction.onError(error);
    },
  });

  const post = () => {
    // A ref, because a second click can precede the next render.
    if (request.current || !canPost(state, allowsBlank)) return;
    const controller = new AbortController();
    request.current = controller;
    const key = state.sentKey ?? crypto.randomUUID();
    dispatch({ type: 'posting-started', key });
    const requestOptions = {
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: (progress: number) => dispatch({ type: 'posting-progressed', progress }),
    };
    mutate(toSubmission(state, requestOptions), {
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
    addFiles: (files) => {
      const { accepted, problems } = checkFiles(files);
      const attachments = accepted.map((file) => ({ ...file, id: crypto.randomUUID() }));
      dispatch({ type: 'files-added', attachments, problems });
    },
    canPost: canPost(state, allowsBlank),
    hasChanges: isChanged,
    post,
    cancelPosting: () => request.current?.abort(),
    discard,
    counterId,
  };
}

function withTopic(draft: Draft, topic: string): Draft {
  return draft.topic === '' ? { ...draft, topic } : draft;
}

function draftIdOf(name: DraftName | null): DraftId | null {
  return name === null ? null : { userId: getSessionUser()?.id ?? '', name };
}

/** Stores the draft after each change. Unchanged initial content is not stored. */
function useDraft(draftId: DraftId | null, state: ComposerState, isChanged: boolean): void {
  const { text, topic, replyPermission, contentWarning, isSensitive, poll, parts } = state;
  // As one value, so that other changes of the parts do not store the draft.
  const storedParts = JSON.stringify(parts.map((part) => part.text));
  // Files are not stored: the restored draft without them is different content.
  const hasFiles = [state, ...parts].some(({ attachments }) => attachments.length > 0);
  const sentKey = hasFiles ? null : state.sentKey;
  useEffect(() => {
    if (draftId === null) return;
    const partTexts = JSON.parse(storedParts) as string[];
    const fields = { text, topic, replyPermission, contentWarning, isSensitive };
    if (!isChanged) clearDraft(draftId);
    else writeDraft(draftId, { ...fields, poll, partTexts, sentKey });
  }, [
    draftId,
    isChanged,
    text,
    topic,
    replyPermission,
    contentWarning,
    isSensitive,
    poll,
    storedParts,
    sentKey,
  ]);
}

function toSubmission(
  state: ComposerState,
  requestOptions: Pick<Submission, 'idempotencyKey' | 'signal' | 'onProgress'>,
): Submission {
  const { topic, text, replyPermission, isSensitive, poll, parts } = state;
  return {
    ...requestOptions,
    content: composeContent(topic, text),
    replyPermission,
    contentWarning: warningOf(state),
    isSensitive,
    scheduledAt: state.scheduledAt === null ? null : fromLocalInput(state.scheduledAt),
    poll: poll && toPollInput(poll),
    ...filesOf(state),
    parts: parts.map((part) => ({ content: part.text, ...filesOf(part) })),
  };
}

const filesOf = ({ attachments }: Pick<ComposerState, 'attachments'>) => ({
  files: attachments.map(({ file }) => file),
  altTexts: attachments.map(({ altText }) => altText),
});
