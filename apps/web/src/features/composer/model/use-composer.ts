import { useEffect, useReducer, useRef, useState } from 'react';
import { getSessionUser } from '../../../lib/session/index.ts';
import { useCreateThread } from '../api/create-thread.mutation.ts';
import { checkAttachments } from './check-attachments.ts';
import { canPost, composerReducer, startComposer } from './composer-reducer.ts';
import { clearDraft, readDraft, writeDraft } from './draft.ts';
import { composeContent } from './topic.ts';

/** One thread being written: its state, its draft on the device, and posting it. */
export function useComposer(onPosted: () => void) {
  // Whose draft this is stays fixed, even if the session is lost while it is being written.
  const [userId] = useState(() => getSessionUser()?.id ?? '');
  const [state, dispatch] = useReducer(composerReducer, userId, (id) =>
    startComposer(readDraft(id)),
  );
  const posting = useRef<AbortController | null>(null);
  const { mutate } = useCreateThread();

  const { text, topic, replyPermission, attachments } = state;
  useEffect(() => {
    writeDraft(userId, { text, topic, replyPermission });
  }, [userId, text, topic, replyPermission]);

  const post = () => {
    // The state is as old as the last drawing; a second click may come before the next.
    if (posting.current || !canPost(state)) return;
    const controller = new AbortController();
    posting.current = controller;
    dispatch({ type: 'posting-started' });
    mutate(
      {
        content: composeContent(topic, text),
        replyPermission,
        files: attachments.map(({ file }) => file),
        altTexts: attachments.map(({ altText }) => altText),
        signal: controller.signal,
        onProgress: (progress) => dispatch({ type: 'posting-progressed', progress }),
      },
      {
        onSuccess: () => {
          clearDraft(userId);
          onPosted();
        },
        onError: () => {
          posting.current = null;
          dispatch({ type: 'posting-stopped' });
        },
      },
    );
  };

  return {
    state,
    dispatch,
    post,
    cancelPosting: () => posting.current?.abort(),
    discard: () => clearDraft(userId),
    addFiles: (files: readonly File[]) => {
      const { accepted, problems } = checkAttachments(files);
      const added = accepted.map((file) => ({ id: crypto.randomUUID(), file, altText: '' }));
      dispatch({ type: 'files-added', attachments: added, problems });
    },
  };
}
