import { Camera } from 'lucide-react';
import { useId, useRef } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import type { ProfileForm } from '../model/use-profile-form.ts';

interface PictureFieldProps {
  name: string;
  /** The one in use. */
  savedPicture: string | null;
  picture: ProfileForm['picture'];
  error: string | undefined;
  onChosen: () => void;
}

/** The profile picture, large, and a way to choose another. */
export function PictureField({ name, savedPicture, picture, error, onChosen }: PictureFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const { chosen } = picture;
  const problem = picture.problem ?? error ?? null;
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file && picture.choose(file)) onChosen();
    // The same file can be chosen again.
    input.value = '';
  };
  return (
    <div className="flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:gap-6">
      <Avatar
        name={name}
        picture={chosen?.url ?? savedPicture}
        size="xl"
        className="size-32! text-[2.5rem]!"
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <input
          ref={inputRef}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={t('profile.changePicture')}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget)}
        />
        <Button
          variant="secondary"
          aria-describedby={noteId}
          onClick={() => inputRef.current?.click()}
        >
          <Camera size={18} aria-hidden />
          {t('profile.changePicture')}
        </Button>
        <p id={noteId} className="text-sm text-muted">
          {t('profile.pictureHint')}
        </p>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem}
        </p>
        <p role="status" className="text-sm wrap-anywhere empty:hidden">
          {chosen && problem === null
            ? t('profile.pictureUnsaved', { name: chosen.file.name })
            : null}
        </p>
      </div>
    </div>
  );
}
