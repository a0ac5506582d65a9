import RotateCcw from 'lucide-react/icons/rotate-ccw-square';
import RotateCw from 'lucide-react/icons/rotate-cw-square';
import { useEffect, useId, useRef, useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { LayerProps } from '../../ui/layout/lazy-overlay.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import {
  aspectNames,
  getAspectRatio,
  isUnchanged,
  noEdit,
  rotated,
  rotatedSize,
  withAspect,
} from './image-edit.ts';
import type { AspectName, ImageEdit } from './image-edit.ts';
import { isAnimated } from './is-animated.ts';
import { openImage, paint, renderEdit, getSize } from './render-edit.ts';
import type { RenderLimits } from './render-edit.ts';

/** Requirements of an edited image. */
export interface ImageTarget extends RenderLimits {
  /** Width divided by height. */
  aspectRatio: number;
  /** Whether it is shown in a circle. */
  isRound?: boolean;
}

export interface ImageEditorRequest {
  /** The image as the user selected it. */
  file: File;
  /** Its alt text, or its name. */
  label: string;
  /** The edit to continue. */
  edit?: ImageEdit | undefined;
  /** Absent for an attachment, which may also stay as it is. */
  target?: ImageTarget;
  /** Called with the edited image and its edit; without an edit for the original image. */
  onEdited: (file: File, edit?: ImageEdit) => void;
}

type Opened = HTMLImageElement | 'loading' | 'animated' | 'broken';

const previewMaxPx = 1600;
/** The minimum width and height of the selected area on the screen. */
const areaMinPx = 24;

/** Crops and rotates an image. */
export function ImageEditorDialog({ request, isOpen, onClose }: LayerProps<ImageEditorRequest>) {
  const { file, target, onEdited } = request;
  const [changed, setEdit] = useState(request.edit);
  const [isSaving, setIsSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const opened = useOpenedImage(file, { isStill: target !== undefined });
  const isReady = typeof opened !== 'string';
  const initial =
    target && isReady ? withAspect(noEdit, target.aspectRatio, getSize(opened)) : noEdit;
  const edit = changed ?? initial;

  const apply = async (image: HTMLImageElement) => {
    setIsSaving(true);
    try {
      if (!target && isUnchanged(edit)) onEdited(file);
      else onEdited(await renderEdit(file, image, edit, target), edit);
      onClose();
    } catch {
      setHasFailed(true);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        if (!isSaving) onClose();
      }}
      title={t('crop.title')}
      footer={
        <div className="flex items-center gap-2">
          {isReady && (
            <Button
              variant="quiet"
              className="-ml-3"
              disabled={isUnchanged(edit, initial)}
              onClick={() => setEdit(initial)}
            >
              {t('crop.reset')}
            </Button>
          )}
          <Button variant="secondary" className="ml-auto" disabled={isSaving} onClick={onClose}>
            {isReady ? t('common.cancel') : t('common.close')}
          </Button>
          {isReady && (
            <Button isBusy={isSaving} onClick={() => void apply(opened)}>
              {t('crop.apply')}
            </Button>
          )}
        </div>
      }
    >
      <p role="alert" className="px-4 text-center text-sm text-danger not-empty:pt-3">
        {hasFailed && t('crop.failed')}
      </p>
      {isReady ? (
        <Editor
          image={opened}
          label={request.label}
          edit={edit}
          isRound={target?.isRound === true}
          onChange={setEdit}
        />
      ) : (
        <Unopened reason={opened} />
      )}
    </Dialog>
  );
}

function Unopened({ reason }: { reason: Extract<Opened, string> }) {
  if (reason !== 'loading') return <ListMessage text={t(`crop.${reason}`)} />;
  return (
    <div className="grid h-64 place-items-center">
      <Spinner size={28} />
    </div>
  );
}

/** @param isStill Whether only the first frame of an animation is used. */
function useOpenedImage(file: File, { isStill }: { isStill: boolean }): Opened {
  const [opened, setOpened] = useState<Opened>('loading');
  useEffect(() => {
    let isCurrent = true;
    const open = async () => (!isStill && (await isAnimated(file)) ? 'animated' : openImage(file));
    void open()
      .catch(() => 'broken' as const)
      .then((result) => isCurrent && setOpened(result));
    return () => {
      isCurrent = false;
    };
  }, [file, isStill]);
  return opened;
}

interface EditorProps {
  image: HTMLImageElement;
  label: string;
  edit: ImageEdit;
  isRound: boolean;
  onChange: (edit: ImageEdit) => void;
}

function Editor({ image, label, edit, isRound, onChange }: EditorProps) {
  const { quarterTurns, aspect, crop } = edit;
  const size = getSize(image);
  const ratio = getAspectRatio(aspect, rotatedSize(size, quarterTurns));
  const hintId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, image, { ...noEdit, quarterTurns }, previewMaxPx);
  }, [image, quarterTurns]);
  return (
    <div className="flex flex-col items-center gap-4 p-4">
      <ReactCrop
        {...(ratio !== undefined && { aspect: ratio })}
        crop={crop}
        keepSelection
        ruleOfThirds
        circularCrop={isRound}
        minWidth={areaMinPx}
        minHeight={areaMinPx}
        ariaLabels={handleLabels()}
        className="max-h-[55dvh] [--rc-focus-color:var(--color-accent)]"
        onChange={(_pixels, area) => onChange({ ...edit, crop: area })}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          className="block max-h-[55dvh] max-w-full touch-none"
        />
      </ReactCrop>
      <p id={hintId} className="sr-only">
        {t('crop.keyboardHint')}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        {typeof aspect !== 'number' && (
          <AspectChoice
            value={aspect}
            onChange={(name) => onChange(withAspect(edit, name, size))}
            describedBy={hintId}
          />
        )}
        <div className="flex">
          <IconButton
            icon={RotateCcw}
            label={t('crop.rotateLeft')}
            onClick={() => onChange(rotated(edit, 'left', size))}
          />
          <IconButton
            icon={RotateCw}
            label={t('crop.rotateRight')}
            onClick={() => onChange(rotated(edit, 'right', size))}
          />
        </div>
      </div>
    </div>
  );
}

function AspectChoice(props: {
  value: AspectName;
  onChange: (aspect: AspectName) => void;
  describedBy: string;
}) {
  const name = useId();
  return (
    <fieldset
      aria-describedby={props.describedBy}
      className="flex rounded-full border border-field p-0.5"
    >
      <legend className="sr-only">{t('crop.aspect')}</legend>
      {aspectNames.map((aspect) => (
        <label
          key={aspect}
          className="finger rounded-full px-2.5 py-1.5 text-sm font-medium whitespace-nowrap transition-colors hover:bg-hover has-checked:bg-ink has-checked:text-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:px-4"
        >
          <input
            type="radio"
            name={name}
            checked={aspect === props.value}
            onChange={() => props.onChange(aspect)}
            className="sr-only"
          />
          {t(`crop.aspect.${aspect}`)}
        </label>
      ))}
    </fieldset>
  );
}

const handleLabels = () => ({
  cropArea: t('crop.area'),
  nwDragHandle: t('crop.handle.nw'),
  nDragHandle: t('crop.handle.n'),
  neDragHandle: t('crop.handle.ne'),
  eDragHandle: t('crop.handle.e'),
  seDragHandle: t('crop.handle.se'),
  sDragHandle: t('crop.handle.s'),
  swDragHandle: t('crop.handle.sw'),
  wDragHandle: t('crop.handle.w'),
});
