import Camera from 'lucide-react/icons/camera';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { withMessages } from '../../../i18n/load-messages.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import type { ImageEditorRequest, ImageTarget } from '../../images/image-editor-dialog.tsx';
import type { ImageChange } from '../model/use-profile-images.ts';

const ImageEditorDialog = lazyComponent(() =>
  withMessages(
    async () => (await import('../../images/image-editor-dialog.tsx')).ImageEditorDialog,
    'attachments',
  ),
);

interface ImageFieldProps {
  /** Whether an image is saved, which can be removed. */
  isSaved: boolean;
  image: ImageChange;
  error: string | undefined;
  /** `unsaved` is shown for a selected image, `removed` after the saved one was removed. */
  texts: Record<'change' | 'remove' | 'hint' | 'unsaved' | 'removed', string>;
  /** Shown before the buttons. */
  children: ReactNode;
  className: string;
  /** Requirements of the cropped image. */
  target: ImageTarget;
  /** Called with the cropped image. */
  onFile: (file: File) => void;
  /** The saved image was removed. */
  onRemoved: () => void;
}

/** An image of the profile with buttons to change or remove it. The user selects its area in a dialog. */
export function ImageField(props: ImageFieldProps) {
  const { isSaved, image, error, texts, children, className, target, onFile, onRemoved } = props;
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const changeRef = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const { selected, isRemoved } = image;
  const onFileChange = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) setCropped({ file, label: file.name, target, onEdited: onFile });
    // Selecting the same file again must fire a change event.
    input.value = '';
  };
  const remove = () => {
    image.remove();
    onRemoved();
    // The clicked button has been removed.
    changeRef.current?.focus();
  };
  return (
    <div className={className}>
      {children}
      <div className="flex min-w-0 flex-col items-start gap-2">
        <input
          ref={inputRef}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={texts.change}
          className="sr-only"
          onChange={(event) => onFileChange(event.currentTarget)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={changeRef}
            variant="secondary"
            aria-describedby={noteId}
            onClick={() => inputRef.current?.click()}
          >
            <Camera size={18} aria-hidden />
            {texts.change}
          </Button>
          {isSaved && !isRemoved && (
            <Button variant="secondary" onClick={remove}>
              {texts.remove}
            </Button>
          )}
        </div>
        <p id={noteId} className="text-sm text-muted">
          {texts.hint}
        </p>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {error}
        </p>
        <p role="status" className="text-sm wrap-anywhere empty:hidden">
          {error === undefined && selected && texts.unsaved}
          {isRemoved && texts.removed}
        </p>
      </div>
      <LazyOverlay request={cropped} Layer={ImageEditorDialog} onClose={() => setCropped(null)} />
    </div>
  );
}
