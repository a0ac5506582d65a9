import type { CurrentUser } from '@skein/contracts/users';
import { useId, useState } from 'react';
import type { InputEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { useProfileForm } from './use-profile-form.ts';
import { BannerField } from './banner-field.tsx';
import { AccountToggle } from '../privacy/account-toggle.tsx';
import { UnsavedChangesConfirmation } from '../../../ui/unsaved-changes.tsx';
import { PasswordFields } from '../security/password-fields.tsx';
import { FeaturedHashtags } from './featured-hashtags.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { PrivateAccountToggle } from '../privacy/private-account-toggle.tsx';
import { Setting } from '../layout/setting.tsx';
import { useLinkedSetting } from '../layout/use-linked-setting.ts';
import { SaveBar } from './save-bar.tsx';

/** The profile form, with the password and the privacy of the account. */
export function SettingsForm({ user }: { user: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false);
  const form = useProfileForm({ user, isEditing, onEnd: () => setIsEditing(false) });
  const { formRef, saved, errors, images, fieldsKey } = form;
  const titleId = useId();
  const edit = () => setIsEditing(true);
  useLinkedSetting(true);
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    form.onInput();
    // Browsers fill in the current password, which is not a change. Fields without a name are saved
    // at once.
    const name = target instanceof Element ? target.getAttribute('name') : null;
    if (name !== null && name !== 'currentPassword') edit();
  };
  return (
    <form ref={formRef} noValidate onSubmit={form.onSubmit} onInput={onInput}>
      <section
        aria-labelledby={titleId}
        className="flex flex-col gap-7 border-b border-line px-4 py-6"
      >
        <h2 id={titleId} className="-mb-2 text-xl font-semibold tracking-tight">
          {t('settings.profile')}
        </h2>
        <Setting id="banner">
          <BannerField
            name={user.name}
            savedBanner={user.banner ?? null}
            banner={images.banner}
            error={errors['bannerImage']}
            onChange={edit}
          />
        </Setting>
        <Setting id="picture">
          <PictureField
            name={user.name}
            savedPicture={user.picture}
            picture={images.picture}
            error={errors['profileImage']}
            onChange={edit}
          />
        </Setting>
        <Setting id="personal-info">
          <PersonalFields
            key={fieldsKey}
            saved={saved}
            email={user.email}
            isVerified={user.isUserVerified}
            errors={errors}
          />
        </Setting>
        <Setting id="featured-hashtags">
          <FeaturedHashtags />
        </Setting>
        <Setting id="bot">
          <AccountToggle user={user} setting="isBot" />
        </Setting>
        <Setting id="password">
          <PasswordFields key={form.passwordsKey} errors={errors} />
        </Setting>
        <Setting id="private-account">
          <PrivateAccountToggle key={fieldsKey} isPrivate={saved.isPrivate} />
        </Setting>
      </section>
      {isEditing && (
        <SaveBar
          hasChanges={form.hasChanges}
          isBusy={form.isBusy}
          uploaded={form.uploaded}
          onCancel={form.cancel}
        />
      )}
      <UnsavedChangesConfirmation guard={form.unsavedChanges} />
    </form>
  );
}
