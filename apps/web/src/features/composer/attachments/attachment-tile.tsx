import Captions from 'lucide-react/icons/captions';
import Crop from 'lucide-react/icons/crop';
import Check from 'lucide-react/icons/check';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { LucideIcon } from 'lucide-react';
import type {
  ComponentProps,
  KeyboardEventHandler,
  PointerEvent,
  PointerEventHandler,
} from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from './attachments-reducer.ts';
import { AttachmentPreview } from './attachment-preview.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** The panel that is open below the files. */
export type Panel = 'alt' | 'captions';

interface AttachmentTileProps {
  attachment: Attachment;
  /** The uploaded fraction; null unless posting. */
  uploaded: number | null;
  /** Whether only its description can be changed. */
  isFixed: boolean;
  isEditing: boolean;
  isDragged: boolean;
  onEdit: (panel: Panel) => void;
  onCrop: () => void;
  onRemove: () => void;
  /** Called when the browser cannot decode the file. */
  onBroken: () => void;
  /** The handlers to reorder; undefined for a single file. */
  moveHandlers?: {
    onPointerDown: PointerEventHandler;
    onKeyDown: KeyboardEventHandler<HTMLElement>;
  };
}

const cornerClass =
  'absolute grid size-7 place-items-center rounded-full bg-overlay text-on-overlay';

/** An attached file with its preview, upload progress, alt text and controls. */
export function AttachmentTile(props: AttachmentTileProps) {
  const { attachment, uploaded, isFixed, isEditing, isDragged, moveHandlers } = props;
  const { name } = attachment.file;
  // Files that stay as they are have been uploaded before.
  const isIdle = uploaded === null || isFixed;
  const dragByMouse = (event: PointerEvent) => {
    // Touch on the preview scrolls the list; touch drags start at the handle.
    if (event.pointerType === 'mouse') moveHandlers?.onPointerDown(event);
  };
  return (
    <li
      className={classNames(
        'relative aspect-square overflow-hidden rounded-md bg-sunken',
        isEditing && 'outline-2 outline-offset-2 outline-accent',
        isDragged && 'opacity-60 outline-2 outline-accent',
      )}
    >
      <div
        className={classNames(
          'size-full select-none',
          isIdle && moveHandlers && (isDragged ? 'cursor-grabbing' : 'cursor-grab'),
        )}
        {...(isIdle && { onPointerDown: dragByMouse })}
      >
        <AttachmentPreview attachment={attachment} onBroken={props.onBroken} />
      </div>
      {isIdle ? (
        <>
          {moveHandlers && (
            <Tooltip text={t('composer.moveHint')}>
              <button
                type="button"
                {...moveHandlers}
                className={classNames(cornerClass, 'top-1.5 left-1.5 cursor-grab touch-none')}
                aria-label={t('composer.move', { name })}
              >
                <GripVertical aria-hidden className="size-4" />
              </button>
            </Tooltip>
          )}
          <AltTextButton {...props} />
          <EditButton {...props} />
          {!isFixed && (
            <button
              type="button"
              className={classNames(cornerClass, 'top-1.5 right-1.5')}
              aria-label={t('composer.removeFile', { name })}
              onClick={props.onRemove}
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </>
      ) : (
        <UploadBar name={name} percent={Math.round(uploaded * 100)} />
      )}
    </li>
  );
}

function AltTextButton({ attachment, onEdit }: AttachmentTileProps) {
  const hasAltText = attachment.altText !== '';
  const Icon = hasAltText ? Check : Plus;
  return (
    <button
      type="button"
      className="absolute bottom-1.5 left-1.5 flex h-6 items-center gap-0.5 rounded-sm bg-overlay px-1.5 text-xs font-bold text-on-overlay"
      aria-label={t('composer.describe', { name: attachment.file.name })}
      aria-pressed={hasAltText}
      data-panel="alt"
      onClick={() => onEdit('alt')}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={3} />
      {t('media.alt')}
    </button>
  );
}

/** Crops a picture or adds captions to a video, unless it was uploaded with a draft. */
function EditButton({ attachment, onCrop, onEdit }: AttachmentTileProps) {
  const { file, kind, captions = [] } = attachment;
  const { name } = file;
  if (!(file instanceof File)) return null;
  if (kind === 'image') {
    return (
      <CornerButton
        icon={Crop}
        label={t('composer.crop', { name })}
        tooltip={t('composer.cropHint')}
        onClick={onCrop}
      />
    );
  }
  if (kind !== 'video') return null;
  return (
    <CornerButton
      icon={Captions}
      label={t('composer.captions', { name })}
      tooltip={t('composer.captionsHint')}
      aria-pressed={captions.length > 0}
      data-panel="captions"
      onClick={() => onEdit('captions')}
    />
  );
}

interface CornerButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  label: string;
  tooltip: string;
  'data-panel'?: Panel;
}

function CornerButton({ icon: Icon, label, tooltip, ...rest }: CornerButtonProps) {
  return (
    <Tooltip text={tooltip}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className="absolute right-1.5 bottom-1.5 grid size-6 place-items-center rounded-sm bg-overlay text-on-overlay aria-pressed:bg-accent aria-pressed:text-on-accent"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}

function UploadBar({ name, percent }: { name: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuenow={percent}
      aria-valuetext={t('composer.uploaded', { percent })}
      className="absolute inset-0 bg-overlay/60"
    >
      <div
        className="absolute bottom-0 left-0 h-1.5 bg-accent transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
