import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { useChangePassword } from '../security/change-password.mutation.ts';
import { useSaveProfile } from './save-profile.mutation.ts';
import { validateProfile } from './validate-profile.ts';
import { validatePasswordChange, readPasswordChange } from '../security/password-change.ts';
import type { PasswordChange } from '../security/password-change.ts';
import { isChanged, profileChanges, readProfileForm } from './profile-values.ts';
import { toProfileFormError } from './profile-form-error.ts';
import { useErrorsInView } from './use-errors-in-view.ts';
import { useUnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useProfileImages } from './use-profile-images.ts';
import { useSavedValues } from './use-saved-values.ts';

/** The key of all toasts of the form, so that each replaces the one before. */
const profileToast = { key: 'profile' };

interface ProfileFormOptions {
  user: CurrentUser;
  /** Whether there may be unsaved changes. Updates of the saved profile are then not shown. */
  isEditing: boolean;
  /** Called after the form is saved or canceled. */
  onEnd: () => void;
  /** Called with the names of invalid fields before their errors are shown. */
  onErrors?: (fields: readonly string[]) => void;
}

/** The form state of the profile fields, picture, banner and passwords, shared by two pages. */
export function useProfileForm({ user, isEditing, onEnd, onErrors }: ProfileFormOptions) {
  const { formRef, errors, showErrors: setErrors } = useErrorsInView();
  const images = useProfileImages();
  const passwordForm = usePasswordForm();
  const { saveProfile, isSaving, uploaded } = useSaveProfile();
  const { saved, resets, fieldsKey, reset } = useSavedValues(user, isEditing);
  const [areFieldsChanged, setAreFieldsChanged] = useState(false);
  const isBusy = passwordForm.isBusy || isSaving;

  const showErrors = (fields: Readonly<Record<string, string>>) => {
    onErrors?.(Object.keys(fields));
    setErrors(fields);
  };
  const end = () => {
    setErrors({});
    setAreFieldsChanged(false);
    images.discard();
    reset();
    onEnd();
  };
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const password = readPasswordChange(data);
    const invalid = { ...validateProfile(form), ...(password && validatePasswordChange(password)) };
    showErrors(invalid);
    if (Object.keys(invalid).length > 0) return;
    try {
      // First, because it can fail for a reason no other field shows: a wrong current password.
      if (password) await passwordForm.save(password);
      const changes = profileChanges(saved, readProfileForm(data));
      await saveProfile({ changes, ...images });
      toast.success(t('profile.updated'), t('profile.updatedText'), profileToast);
      end();
    } catch (error) {
      const fallback = t('profile.updateFailedText');
      const { fields, message } = toProfileFormError(error, fallback, images.sentField);
      showErrors(fields);
      toast.error(t('profile.updateFailed'), message, profileToast);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void save(event.currentTarget);
  };
  const hasChanges = () => images.isChanged || isChanged(formRef.current, saved);
  const unsavedChanges = useUnsavedChangesGuard({ isEditing, hasChanges, discard: end });
  return {
    formRef,
    onSubmit,
    onInput: () => setAreFieldsChanged(isChanged(formRef.current, saved)),
    hasChanges: areFieldsChanged || images.isChanged,
    fieldsKey,
    passwordsKey: `${resets} ${passwordForm.resets}`,
    saved,
    errors,
    images,
    isBusy,
    uploaded,
    cancel: end,
    unsavedChanges,
  };
}

function usePasswordForm() {
  const { mutateAsync, isPending } = useChangePassword();
  const [resets, setResets] = useState(0);
  const save = async (password: PasswordChange) => {
    await mutateAsync(password);
    setResets((count) => count + 1);
    toast.success(t('password.changed'), t('password.changedText'));
  };
  return { save, resets, isBusy: isPending };
}
