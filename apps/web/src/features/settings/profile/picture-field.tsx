import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { pictureTarget } from '../../images/picture-target.ts';
import { shownUrl } from './use-profile-images.ts';
import type { ImageChange } from './use-profile-images.ts';
import { ImageField } from './image-field.tsx';

interface PictureFieldProps {
  name: string;
  savedPicture: string | null;
  picture: ImageChange;
  error: string | undefined;
  /** A picture was selected, or the saved one removed. */
  onChange: () => void;
}

/** The profile picture with buttons to change or remove it. */
export function PictureField({ name, savedPicture, picture, error, onChange }: PictureFieldProps) {
  return (
    <ImageField
      isSaved={savedPicture !== null}
      image={picture}
      error={error}
      texts={{
        change: t('profile.changePicture'),
        remove: t('profile.removePicture'),
        hint: t('profile.pictureHint'),
        removed: t('profile.pictureRemoved'),
        unsaved: t('profile.pictureUnsaved'),
      }}
      className="flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:gap-6"
      target={pictureTarget}
      onFile={(file) => {
        picture.select(file);
        onChange();
      }}
      onRemoved={onChange}
    >
      <Avatar
        name={name}
        picture={shownUrl(savedPicture, picture)}
        size="xl"
        className="size-32! text-[2.5rem]!"
      />
    </ImageField>
  );
}
