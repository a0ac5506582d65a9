import Camera from 'lucide-react/icons/camera';
import { useId, useRef } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import type { ProfileForm } from '../model/use-profile-form.ts';

interface PictureFieldProps {
  name: string;
  savedPicture: string | null;
  picture: ProfileForm['picture'];
  error: string | undefined;
  /** A picture was selected, or the saved one removed. */
  onChange: () => void;
}

/** The profile picture with buttons to change or remove it. */
export function PictureField({ name, savedPicture, picture, error, onChange }: PictureFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const changeRef = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const { selected, isRemoved } = picture;
  const shown = selected?.url ?? (isRemoved ? null : savedPicture);
  const problem = picture.problem ?? error ?? null;
  const onFileChange = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file && picture.select(file)) onChange();
    // Selecting the same file again must fire a change event.
    input.value = '';
  };
  const remove = () => {
    picture.remove();
    onChange();
    // The clicked button has been removed.
    changeRef.current?.focus();
  };
  return (
    <div className="flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:gap-6">
      <Avatar name={name} picture={shown} size="xl" className="size-32! text-[2.5rem]!" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <input
          ref={inputRef}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={t('profile.changePicture')}
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
            {t('profile.changePicture')}
          </Button>
          {savedPicture !== null && shown !== null && (
            <Button variant="secondary" onClick={remove}>
              {t('profile.removePicture')}
            </Button>
          )}
        </div>
        <p id={noteId} className="text-sm text-muted">
          {t('profile.pictureHint')}
        </p>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem}
        </p>
        <p role="status" className="text-sm wrap-anywhere empty:hidden">
          {problem === null &&
            selected &&
            t('profile.pictureUnsaved', { name: selected.file.name })}
          {isRemoved && t('profile.pictureRemoved')}
        </p>
      </div>
    </div>
  );
}
