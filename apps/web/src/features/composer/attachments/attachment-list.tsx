import { useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import type { AttachmentAction } from './attachments-reducer.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { uploadShares } from './upload-progress.ts';
import { useReorder } from './use-reorder.ts';
import { AltEditor } from './alt-text-editor.tsx';
import { AttachmentTile } from './attachment-tile.tsx';

interface AttachmentListProps {
  state: ComposerState;
  dispatch: (action: AttachmentAction) => void;
}

/** The files of a post being written, in the order in which they will stand. */
export function AttachmentList({ state, dispatch }: AttachmentListProps) {
  const [describedId, setDescribedId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { attachments, progress } = state;
  const total = attachments.length;
  const { draggedId, startDrag, moveByKey } = useReorder({
    ids: attachments.map(({ id }) => id),
    list,
    onMove: (id, to) => {
      dispatch({ type: 'attachment-moved', id, to });
      const name = attachments.find((attachment) => attachment.id === id)?.file.name ?? '';
      setAnnouncement(t('composer.moved', { name, position: to + 1, total }));
    },
  });
  if (total === 0) return null;

  const isBusy = isPosting(state);
  const described = isBusy ? undefined : attachments.find(({ id }) => id === describedId);
  const shares = uploadShares(
    attachments.map(({ file }) => file.size),
    progress ?? 0,
  );
  const stopDescribing = () => {
    setDescribedId(null);
    const index = attachments.findIndex(({ id }) => id === describedId);
    list.current?.children[index]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  };
  return (
    <>
      <ul
        ref={list}
        aria-label={t('composer.files')}
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2"
      >
        {attachments.map((attachment, index) => (
          <AttachmentTile
            key={attachment.id}
            attachment={attachment}
            uploaded={isBusy ? (shares[index] ?? 0) : null}
            isBeingDescribed={attachment === described}
            isBeingDragged={attachment.id === draggedId}
            onDescribe={() => setDescribedId(attachment.id)}
            onRemove={() => dispatch({ type: 'attachment-removed', id: attachment.id })}
            onBroken={() => dispatch({ type: 'attachment-broken', id: attachment.id })}
            {...(total > 1 && {
              move: {
                onPointerDown: (event) => startDrag(event, attachment.id),
                onKeyDown: (event) => moveByKey(event, attachment.id),
              },
            })}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {described && (
        <AltEditor
          key={described.id}
          attachment={described}
          onChange={(altText) => dispatch({ type: 'described', id: described.id, altText })}
          onDone={stopDescribing}
        />
      )}
    </>
  );
}
