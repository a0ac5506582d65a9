import { useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import type { ImageEditorRequest } from '../image-editor/image-editor-dialog.tsx';
import type { Attachment, AttachmentAction } from './attachments-reducer.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { uploadProgressByFile } from './upload-progress.ts';
import { useReorder } from './use-reorder.ts';
import { AltTextEditor } from './alt-text-editor.tsx';
import { AttachmentTile } from './attachment-tile.tsx';

const loadImageEditor = () =>
  withMessages(
    async () => (await import('../image-editor/image-editor-dialog.tsx')).ImageEditorDialog,
    'attachments',
  );

interface AttachmentListProps {
  state: Pick<ComposerState, 'attachments' | 'progress' | 'undescribed'>;
  dispatch: (action: AttachmentAction) => void;
}

/** The attached files, in the order in which they are posted. */
export function AttachmentList({ state, dispatch }: AttachmentListProps) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const [reminder, setReminder] = useState<{ id: string } | null>(null);
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { attachments, progress, undescribed } = state;
  if (undescribed !== reminder) {
    setReminder(undescribed);
    if (attachments.some(({ id }) => id === undescribed?.id)) setEditedId(undescribed?.id ?? null);
  }
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
  const edited = isBusy ? undefined : attachments.find(({ id }) => id === editedId);
  const progressByFile = uploadProgressByFile(
    attachments.map(({ file }) => file.size),
    progress ?? 0,
  );
  const closeEditor = () => {
    setEditedId(null);
    const index = attachments.findIndex(({ id }) => id === editedId);
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
            uploaded={isBusy ? (progressByFile[index] ?? 0) : null}
            isEditingAltText={attachment === edited}
            isDragged={attachment.id === draggedId}
            onEditAltText={() => setEditedId(attachment.id)}
            onCrop={() => setCropped(toCropRequest(attachment, dispatch))}
            onRemove={() => dispatch({ type: 'attachment-removed', id: attachment.id })}
            onBroken={() => dispatch({ type: 'attachment-broken', id: attachment.id })}
            {...(total > 1 && {
              moveHandlers: {
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
      {edited && (
        <AltTextEditor
          key={edited.id}
          attachment={edited}
          reminder={edited.id === reminder?.id ? reminder : null}
          onChange={(altText) => dispatch({ type: 'alt-text-changed', id: edited.id, altText })}
          onDone={closeEditor}
        />
      )}
      <LazyOverlay request={cropped} load={loadImageEditor} onClose={() => setCropped(null)} />
    </>
  );
}

function toCropRequest(
  { id, file, altText, edited }: Attachment,
  dispatch: AttachmentListProps['dispatch'],
): ImageEditorRequest {
  const source = edited?.source ?? file;
  return {
    file: source,
    label: altText || file.name,
    edit: edited?.edit,
    onEdited: (result, edit) =>
      dispatch({
        type: 'attachment-edited',
        id,
        file: result,
        ...(edit && { edited: { source, edit } }),
      }),
  };
}
