import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { getSessionUser } from '../../../lib/session/index.ts';
import type { Post, Sender } from '../submit/submit-action.ts';
import { checkFiles } from '../attachments/attachments-reducer.ts';
import { canPost, composerReducer, hasChanges, startComposer } from './composer-reducer.ts';
import type { ComposerAction, ComposerState } from './composer-reducer.ts';
import { clearDraft, emptyDraft, readDraft, writeDraft } from './draft.ts';
import type { Draft, DraftName, DraftPlace } from './draft.ts';
import { toPollInput } from '../poll/poll-draft.ts';
import { composeContent } from './topic.ts';

export interface ComposerOptions<Result> {
  /** Under which name what is written is kept on the device; null keeps nothing. */
  draftName: DraftName | null;
  /** What stands in the box at first, if nothing is kept. */
  text?: string;
  /** The same of the topic. */
  topic?: string | undefined;
  /** Whether it says something without a word. */
  mayBeBlank?: boolean;
  sender: Sender<Result>;
  /** Called if it is still being looked at when it is posted. */
  onPosted: (result: Result) => void;
}

/** One post being written, as its form sees it. */
export interface Composer {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  addFiles: (files: readonly File[]) => void;
  canPost: boolean;
  /** Whether closing would lose something. */
  hasChanges: boolean;
  post: () => void;
  cancelPosting: () => void;
  /** Throws the draft away. */
  discard: () => void;
  /** Of the counter, which describes the text box. */
  counterId: string;
}

/** One post being written: its state, its draft on the device, and sending it. */
export function useComposer<Result>(options: ComposerOptions<Result>): Composer {
  const { draftName, text = '', topic = '', mayBeBlank = false, sender, onPosted } = options;
  // Whose draft this is stays fixed, even if the session is lost while it is being written.
  const [place] = useState(() => placeOf(draftName));
  const original = { ...emptyDraft, text, topic };
  const [state, dispatch] = useReducer(composerReducer, original, (draft) =>
    startComposer(place ? withTopic(readDraft(place), topic) : draft),
  );
  const sending = useRef<AbortController | null>(null);
  const counterId = useId();
  const isChanged = hasChanges(state, original);
  useDraft(place, state, isChanged);
  const discard = () => {
    if (place) clearDraft(place);
  };

  const { mutate } = useMutation({
    mutationFn: sender.send,
    // Also when the form is gone by then.
    onSuccess: (result, _post, _onMutateResult, { client }) => {
      discard();
      sender.onSent(client, result);
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) sender.onFailed(error);
    },
  });

  const post = () => {
    // The state is as old as the last drawing; a second click may come before the next.
    if (sending.current || !canPost(state, mayBeBlank)) return;
    const controller = new AbortController();
    sending.current = controller;
    const key = state.sentKey ?? crypto.randomUUID();
    dispatch({ type: 'posting-started', key });
    const transfer = {
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: (progress: number) => dispatch({ type: 'posting-progressed', progress }),
    };
    mutate(toPost(state, transfer), {
      onSuccess: onPosted,
      onError: () => {
        sending.current = null;
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
    canPost: canPost(state, mayBeBlank),
    hasChanges: isChanged,
    post,
    cancelPosting: () => sending.current?.abort(),
    discard,
    counterId,
  };
}

function withTopic(draft: Draft, topic: string): Draft {
  return draft.topic === '' ? { ...draft, topic } : draft;
}

function placeOf(name: DraftName | null): DraftPlace | null {
  return name === null ? null : { userId: getSessionUser()?.id ?? '', name };
}

/** What stood there from the start is not kept: nobody wrote it. */
function useDraft(place: DraftPlace | null, state: ComposerState, isChanged: boolean): void {
  const { text, topic, replyPermission, poll, attachments } = state;
  // Files do not outlive the page: without them it would be another post.
  const sentKey = attachments.length === 0 ? state.sentKey : null;
  useEffect(() => {
    if (place === null) return;
    if (isChanged) writeDraft(place, { text, topic, replyPermission, poll, sentKey });
    else clearDraft(place);
  }, [place, isChanged, text, topic, replyPermission, poll, sentKey]);
}

function toPost(
  { topic, text, replyPermission, poll, attachments }: ComposerState,
  transfer: Pick<Post, 'idempotencyKey' | 'signal' | 'onProgress'>,
): Post {
  return {
    ...transfer,
    content: composeContent(topic, text),
    replyPermission,
    poll: poll && toPollInput(poll),
    files: attachments.map(({ file }) => file),
    altTexts: attachments.map(({ altText }) => altText),
  };
}
