import type { CurrentUser } from '@skein/contracts/users';
import { bioMaxLength } from '@skein/contracts/limits';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toProfileFormError } from '../settings/profile/profile-form-error.ts';
import { PictureField } from '../settings/profile/picture-field.tsx';
import { useProfileImages } from '../settings/profile/use-profile-images.ts';
import { useSaveProfile } from '../settings/profile/save-profile.mutation.ts';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-buttons.tsx';

/** A picture and a bio. Continuing saves them. */
export function ProfileStep({ user, ...step }: StepProps & { user: CurrentUser }) {
  const images = useProfileImages();
  const [bio, setBio] = useState(user.bio ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { saveProfile, isSaving } = useSaveProfile();
  const isChanged = images.isChanged || bio !== (user.bio ?? '');
  const save = async () => {
    if (!isChanged) {
      step.onNext();
      return;
    }
    try {
      await saveProfile({ changes: { bio }, picture: images.picture, banner: images.banner });
      step.onNext();
    } catch (error) {
      const { message, fields } = toProfileFormError(error, t('profile.updateFailedText'));
      setErrors(Object.keys(fields).length > 0 ? fields : { bio: message });
    }
  };
  return (
    <>
      <PictureField
        name={user.name}
        savedPicture={user.picture}
        picture={images.picture}
        error={errors['profileImage']}
        onChange={() => setErrors({})}
      />
      <TextAreaField
        label={t('profile.bio')}
        defaultValue={bio}
        rows={3}
        maxLength={bioMaxLength}
        placeholder={t('profile.bioPlaceholder')}
        error={errors['bio']}
        onChange={({ target }) => setBio(target.value)}
      />
      <StepButtons {...step} onNext={() => void save()} isBusy={isSaving} />
    </>
  );
}
