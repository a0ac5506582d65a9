import { useEffect, useEffectEvent, useRef } from 'react';
import { findMediaId } from '../drafts/save-draft.ts';
import { clearUnconfirmedSave } from '../drafts/unconfirmed-save.ts';
import type { DraftFiles } from '../stored-files/draft-files.ts';
import { isRestoring } from '../chain/parts-reducer.ts';
import type { RestoredFiles } from '../attachments/attachments-reducer.ts';
import type { ComposerAction, ComposerState } from './composer-reducer.ts';
import { clearDraft, writeDraft } from './draft.ts';
import type { Draft, DraftId } from './draft.ts';

interface StoredDraftOptions {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Unchanged initial content is not stored. */
  isChanged: boolean;
  files: DraftFiles | null;
}

/** Stores the content after each change, and loads the files that an earlier visit has stored. */
export function useStoredDraft(draftId: DraftId | null, options: StoredDraftOptions): void {
  const { state, dispatch, isChanged, files } = options;
  const isWaiting = isRestoring(state);
  const draft = JSON.stringify(toDraft(state));
  const previousId = useRef(draftId);
  useEffect(() => {
    const previous = previousId.current;
    if (previous && previous.name !== draftId?.name) clearStoredDraft(previous, files);
    previousId.current = draftId;
  }, [draftId, files]);

  const restore = useEffectEvent(async () => {
    const name = draftId?.name ?? '';
    const attachments = (await files?.read(name)) ?? [];
    dispatch({ type: 'files-restored', attachments, lostFiles: files?.takeLost(name) ?? [] });
  });
  useEffect(() => {
    if (isWaiting) void restore();
  }, [isWaiting]);

  const store = useEffectEvent(() => {
    if (!draftId || !files) return;
    if (!isChanged) {
      files.write(draftId.name, []);
      clearDraft(draftId);
      return;
    }
    if (!isWaiting) {
      // Another tab has published or discarded the draft. The content shown here becomes it again.
      files.forgetRemoved(draftId.name);
      files.write(draftId.name, listLocalFiles(state));
    }
    writeDraft(draftId, toDraft(state));
  });
  useEffect(() => store(), [draftId, isChanged, isWaiting, draft, state.attachments, state.parts]);
}

/** Removes the content, but not the files that another tab has attached to the same draft. */
export function clearStoredDraft(draftId: DraftId, files: DraftFiles | null): void {
  files?.write(draftId.name, []);
  clearDraft(draftId);
  clearUnconfirmedSave(draftId);
}

const getParts = (state: ComposerState) => [state, ...state.parts];

function toDraft(state: ComposerState): Draft {
  const { text, topic, replyPermission, contentWarning, isSensitive, poll, scheduledAt } = state;
  const { audience, language } = state;
  const isSaved = state.saved !== null;
  return {
    text,
    topic,
    replyPermission,
    audience,
    language,
    contentWarning,
    isSensitive,
    poll,
    scheduledAt,
    partTexts: state.parts.map((part) => part.text),
    files: getParts(state).map((part) =>
      listInOrder(part).map(({ id, attachment }) => {
        const mediaId = isSaved && attachment ? findMediaId(attachment) : undefined;
        return mediaId === undefined || !attachment
          ? { id, altText: null }
          : { id: mediaId, altText: attachment.altText };
      }),
    ),
    baseVersion: state.saved?.version ?? null,
    sentKey: state.sentKey,
  };
}

/** The files of a thread, also those that are not loaded yet, in the order after loading. */
function listInOrder({ attachments, restoring }: RestoredFiles) {
  const others = attachments.map(({ id }) => id).filter((id) => !restoring.includes(id));
  return [...restoring, ...others].map((id) => ({
    id,
    attachment: attachments.find((attachment) => attachment.id === id),
  }));
}

/** The files that only this device has, of all parts. */
const listLocalFiles = (state: ComposerState) =>
  getParts(state)
    .flatMap(({ attachments }) => attachments)
    .filter((attachment) => state.saved === null || findMediaId(attachment) === undefined);
