import { listFormatsOfKind } from '@skein/contracts/upload-limits';
import Camera from 'lucide-react/icons/camera';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import type { ImageEdit } from '../../images/image-edit.ts';
import type { ImageEditorRequest, ImageTarget } from '../../images/image-editor-dialog.tsx';
import { loadImageEditorDialog } from '../../images/lazy-image-editor.ts';
import type { ImageChange } from './use-profile-images.ts';

interface ImageFieldProps {
  /** Whether an image is saved, which can be removed. */
  isSaved: boolean;
  image: ImageChange;
  error: string | undefined;
  /** If false, the editor opens only on request, or for a file that the server rejects. */
  isAreaRequired?: boolean;
  /** `unsaved` is shown for a selected image, `removed` after the saved one was removed. */
  texts: Record<'change' | 'remove' | 'hint' | 'unsaved' | 'removed', string>;
  /** Shown before the buttons. */
  children: ReactNode;
  className: string;
  /** Requirements of the image. */
  target: ImageTarget;
  /** Called with the image to save. */
  onFile: (file: File) => void;
  /** The saved image was removed. */
  onRemoved: () => void;
}

/** An image as the user selected it, and the edit that was applied to it. */
type EditedImage = Pick<ImageEditorRequest, 'file' | 'edit'>;

const acceptedFormats: ReadonlySet<string> = new Set(listFormatsOfKind('image'));

/** An image of the profile with buttons to change, crop or remove it. */
export function ImageField(props: ImageFieldProps) {
  const { isSaved, image, error, isAreaRequired = false, texts, children, className } = props;
  const { target, onFile, onRemoved } = props;
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const [original, setOriginal] = useState<EditedImage | null>(null);
  // The form has one file input, that of the picture, until the user changes the banner.
  const [hasInput, setHasInput] = useState(!isAreaRequired);
  const inputRef = useRef<HTMLInputElement>(null);
  const changeRef = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const { selected, isRemoved } = image;
  const onFileChange = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) {
      const isAccepted = file.size <= target.maxBytes && acceptedFormats.has(file.type);
      if (isAreaRequired || !isAccepted) crop({ file });
      else {
        setOriginal({ file });
        onFile(file);
      }
    }
    // Selecting the same file again must fire a change event.
    input.value = '';
  };
  const crop = ({ file, edit }: EditedImage) => {
    const onEdited = (result: File, newEdit?: ImageEdit) => {
      setOriginal({ file, edit: newEdit });
      onFile(result);
    };
    setCropped({ file, label: file.name, edit, target, onEdited });
  };
  const chooseFile = () => {
    flushSync(() => setHasInput(true));
    inputRef.current?.click();
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
        {hasInput && (
          <input
            ref={inputRef}
            type="file"
            accept="image/*"
            aria-label={texts.change}
            hidden
            onChange={(event) => onFileChange(event.currentTarget)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={changeRef}
            variant="secondary"
            aria-describedby={noteId}
            onClick={chooseFile}
          >
            <Camera size="1.125rem" aria-hidden />
            {texts.change}
          </Button>
          {selected && original && !isAreaRequired && (
            <Button variant="secondary" onClick={() => crop(original)}>
              {t('profile.cropPicture')}
            </Button>
          )}
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
          {error === undefined && selected && <span>{texts.unsaved}</span>}
          {isRemoved && <span>{texts.removed}</span>}
        </p>
      </div>
      <LazyOverlay
        request={cropped}
        load={loadImageEditorDialog}
        onClose={() => setCropped(null)}
      />
    </div>
  );
}
