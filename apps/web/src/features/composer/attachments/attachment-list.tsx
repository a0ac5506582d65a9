import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { toast } from '../../../lib/toast.ts';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import type { ImageEditorRequest } from '../../images/image-editor-dialog.tsx';
import { countMissing } from './attachments-reducer.ts';
import type { Attachment, AttachmentAction } from './attachments-reducer.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { uploadProgressByFile } from './upload-progress.ts';
import { useReorder } from './use-reorder.ts';
import { AltTextEditor } from './alt-text-editor.tsx';
import { AttachmentGrid, TilePlaceholders } from './attachment-grid.tsx';
import { AttachmentTile } from './attachment-tile.tsx';
import type { Panel } from './attachment-tile.tsx';

const loadImageEditorDialog = () =>
  withMessages(
    async () => ({
      default: (await import('../../images/image-editor-dialog.tsx')).ImageEditorDialog,
    }),
    'attachments',
  );

const CaptionsEditor = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../captions/captions-editor.tsx')).CaptionsEditor }),
    'attachments',
  ),
);

interface AttachmentListProps {
  state: Pick<ComposerState, 'attachments' | 'restoring' | 'progress' | 'undescribed'>;
  dispatch: (action: AttachmentAction) => void;
  /** Whether only the descriptions can be changed. */
  isFixed?: boolean;
  /** Whether the author selects the point of a picture that crops keep. */
  hasFocus?: boolean;
}

/** The attached files, in the order in which they are posted. */
export function AttachmentList(props: AttachmentListProps) {
  const { state, dispatch, isFixed = false, hasFocus = false } = props;
  const [editing, setEditing] = useEditing(state);
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { attachments, progress, undescribed } = state;
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
  const missing = countMissing(state);
  if (total + missing === 0) return null;

  const isBusy = isPosting(state);
  const edited = isBusy ? undefined : attachments.find(({ id }) => id === editing?.id);
  const progressByFile = uploadProgressByFile(
    attachments.map(({ file }) => file.size),
    progress ?? 0,
  );
  const closeEditor = () => {
    setEditing(null);
    if (editing) findPanelButton(list.current, attachments, editing)?.focus();
  };
  return (
    <>
      <AttachmentGrid ref={list} aria-label={t('composer.files')}>
        {attachments.map((attachment, index) => (
          <AttachmentTile
            key={attachment.id}
            attachment={attachment}
            uploaded={isBusy ? (progressByFile[index] ?? 0) : null}
            isFixed={isFixed}
            isEditing={attachment === edited}
            isDragged={attachment.id === draggedId}
            onEdit={(panel) => setEditing({ id: attachment.id, panel })}
            onCrop={() => setCropped(toCropRequest(attachment, dispatch))}
            onRemove={() => dispatch({ type: 'attachment-removed', id: attachment.id })}
            onBroken={() => !isFixed && dispatch({ type: 'attachment-broken', id: attachment.id })}
            {...(total > 1 &&
              !isFixed && {
                moveHandlers: {
                  onPointerDown: (event) => startDrag(event, attachment.id),
                  onKeyDown: (event) => moveByKey(event, attachment.id),
                },
              })}
          />
        ))}
        <TilePlaceholders count={missing} />
      </AttachmentGrid>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {edited && editing && (
        <AttachmentEditor
          key={edited.id}
          panel={editing.panel}
          attachment={edited}
          hasFocus={hasFocus && !isFixed}
          reminder={edited.id === undescribed?.id ? undescribed : null}
          dispatch={dispatch}
          onDone={closeEditor}
        />
      )}
      <LazyOverlay
        request={cropped}
        load={loadImageEditorDialog}
        onClose={() => setCropped(null)}
      />
    </>
  );
}

interface Editing {
  id: string;
  panel: Panel;
}

/** The panel that is open below the files. A reminder opens the alt text of its picture. */
function useEditing({ attachments, undescribed }: AttachmentListProps['state']) {
  const state = useState<Editing | null>(null);
  const [reminder, setReminder] = useState<{ id: string } | null>(null);
  if (undescribed !== reminder) {
    setReminder(undescribed);
    const isHere = undescribed && attachments.some(({ id }) => id === undescribed.id);
    if (isHere) state[1]({ id: undescribed.id, panel: 'alt' });
  }
  return state;
}

function findPanelButton(
  list: HTMLElement | null,
  attachments: readonly Attachment[],
  { id, panel }: Editing,
) {
  const tile = list?.children[attachments.findIndex((attachment) => attachment.id === id)];
  return tile?.querySelector<HTMLElement>(`[data-panel=${panel}]`);
}

interface AttachmentEditorProps extends Pick<AttachmentListProps, 'dispatch'> {
  panel: Panel;
  attachment: Attachment;
  hasFocus: boolean;
  reminder: object | null;
  onDone: () => void;
}

function AttachmentEditor(props: AttachmentEditorProps) {
  const { panel, attachment, hasFocus, reminder, dispatch, onDone } = props;
  const { id } = attachment;
  const closeFailed = () => {
    onDone();
    toast.error(t('common.networkError'));
  };
  if (panel === 'captions') {
    return (
      <ErrorBoundary resetKey={id} fallback={null} onFailure={closeFailed}>
        <Suspense>
          <CaptionsEditor
            attachment={attachment}
            onChange={(captions) => dispatch({ type: 'captions-changed', id, captions })}
            onDone={onDone}
          />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <AltTextEditor
      attachment={attachment}
      reminder={reminder}
      onChange={(altText) => dispatch({ type: 'alt-text-changed', id, altText })}
      onFocusChange={
        hasFocus && attachment.kind === 'image'
          ? (focus) => dispatch({ type: 'focus-changed', id, focus })
          : null
      }
      onDone={onDone}
    />
  );
}

function toCropRequest(
  { id, file, altText, edited }: Attachment,
  dispatch: AttachmentListProps['dispatch'],
): ImageEditorRequest | null {
  if (!(file instanceof File)) return null;
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
