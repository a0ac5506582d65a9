import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { useChangePassword } from '../api/change-password.mutation.ts';
import { useSaveProfile } from '../api/save-profile.mutation.ts';
import { checkProfile } from './check-profile.ts';
import { checkPasswordChange, readPasswordChange } from './password-change.ts';
import { isChanged, profileChanges, readProfileForm } from './profile-values.ts';
import { readProfileFailure } from './read-profile-failure.ts';
import { useErrorsInView } from './use-errors-in-view.ts';
import { useUnsavedChangesGuard } from './use-unsaved-changes-guard.ts';
import { usePicture } from './use-picture.ts';
import { useSavedValues } from './use-saved-values.ts';

/** What is told of one save takes the place of what was told of the last. */
const profileNotice = { key: 'profile' };

interface ProfileFormOptions {
  user: CurrentUser;
  /** Whether something may be filled in that is not saved; what comes from elsewhere then waits. */
  isEditing: boolean;
  /** It is saved or cancelled. */
  onEnd: () => void;
  /** Called with the names of the fields that are wrong, before they are shown. */
  onErrors?: (fields: readonly string[]) => void;
}

/** The profile's fields, picture and passwords: one form, whatever screen shows it. */
export function useProfileForm({ user, isEditing, onEnd, onErrors }: ProfileFormOptions) {
  const { formRef, errors, showErrors: setErrors } = useErrorsInView();
  const picture = usePicture();
  const changePassword = useChangePassword();
  const { saveProfile, isSaving, uploaded } = useSaveProfile();
  const { saved, resets, fieldsKey, reset } = useSavedValues(user, isEditing);
  const [passwordResets, setPasswordResets] = useState(0);
  const isBusy = changePassword.isPending || isSaving;

  const showErrors = (fields: Readonly<Record<string, string>>) => {
    onErrors?.(Object.keys(fields));
    setErrors(fields);
  };
  const end = () => {
    setErrors({});
    picture.discard();
    reset();
    onEnd();
  };
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const password = readPasswordChange(data);
    const mistakes = { ...checkProfile(form), ...(password && checkPasswordChange(password)) };
    showErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    try {
      // First: the one thing that can be refused for what no other field shows.
      if (password) {
        await changePassword.mutateAsync(password);
        setPasswordResets((count) => count + 1);
        toast.success(t('password.changed'), t('password.changedText'));
      }
      const changes = profileChanges(saved, readProfileForm(data));
      await saveProfile({ changes, picture });
      toast.success(t('profile.updated'), t('profile.updatedText'), profileNotice);
      end();
    } catch (error) {
      const { fields, message } = readProfileFailure(error, t('profile.updateFailedText'));
      showErrors(fields);
      toast.error(t('profile.updateFailed'), message, profileNotice);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void save(event.currentTarget);
  };
  const hasChanges = () => picture.isChanged || isChanged(formRef.current, saved);
  const leaving = useUnsavedChangesGuard({ isEditing, hasChanges, discard: end });
  return {
    formRef,
    onSubmit,
    fieldsKey,
    passwordsKey: `${resets} ${passwordResets}`,
    saved,
    errors,
    picture,
    isBusy,
    uploaded,
    cancel: end,
    leaving,
  };
}

export type ProfileForm = ReturnType<typeof useProfileForm>;
