import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import type { InputEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { PendingFollowRequests } from '../../relationships/follow-requests-panel.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { AuthorizedAppList } from '../security/authorized-app-list.tsx';
import { BannerField } from './banner-field.tsx';
import { AccountToggle } from '../privacy/account-toggle.tsx';
import { MessagePermission } from '../privacy/message-permission.tsx';
import { UnsavedChangesConfirmation } from '../../../ui/unsaved-changes.tsx';
import { EmailSettings } from '../security/email-settings.tsx';
import { IdentitySettings } from '../security/identity-settings.tsx';
import { PasskeyList } from '../security/passkey-list.tsx';
import { PasswordFields } from '../security/password-fields.tsx';
import { FeaturedHashtags } from './featured-hashtags.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { PrivateAccountToggle } from '../privacy/private-account-toggle.tsx';
import { BlockedAndMutedUsers } from '../privacy/blocked-and-muted-users.tsx';
import { DismissedSuggestions } from '../privacy/dismissed-suggestions.tsx';
import { SaveBar } from './save-bar.tsx';
import { SessionList } from '../security/session-list.tsx';
import { SettingsLink } from '../layout/settings-link.tsx';
import { SettingsRow } from '../layout/settings-row.tsx';
import { SettingsSection } from '../layout/settings-section.tsx';
import { ShownOutsideToggle } from '../privacy/shown-outside-toggle.tsx';
import { TwoFactorSettings } from '../security/two-factor-settings.tsx';
import { DefaultAudience } from '../privacy/default-audience.tsx';
import { DefaultLanguage } from '../privacy/default-language.tsx';

/** The profile form, split into the sections of the settings page. */
export function SettingsForm({ user }: { user: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false);
  const form = useProfileForm({ user, isEditing, onEnd: () => setIsEditing(false) });
  const { formRef, saved, errors, images, fieldsKey } = form;
  const edit = () => setIsEditing(true);
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    form.onInput();
    // Browsers fill in the current password, which is not a change. Fields without a name are saved
    // at once.
    const name = target instanceof Element ? target.getAttribute('name') : null;
    if (name !== null && name !== 'currentPassword') edit();
  };
  return (
    <form ref={formRef} noValidate onSubmit={form.onSubmit} onInput={onInput}>
      <SettingsSection id="profile" title={t('settings.profile')}>
        <BannerField
          name={user.name}
          savedBanner={user.banner ?? null}
          banner={images.banner}
          error={errors['bannerImage']}
          onChange={edit}
        />
        <PictureField
          name={user.name}
          savedPicture={user.picture}
          picture={images.picture}
          error={errors['profileImage']}
          onChange={edit}
        />
        <PersonalFields
          key={fieldsKey}
          saved={saved}
          email={user.email}
          isVerified={user.isUserVerified}
          errors={errors}
        />
        <FeaturedHashtags />
        <AccountToggle user={user} setting="isBot" />
      </SettingsSection>
      <SettingsSection id="security" title={t('settings.security')}>
        <PasswordFields key={form.passwordsKey} errors={errors} />
        <EmailSettings />
        <TwoFactorSettings />
        <PasskeyList />
        <IdentitySettings email={user.email} />
        <SessionList />
        <AuthorizedAppList />
      </SettingsSection>
      <SettingsSection id="privacy" title={t('settings.privacy')}>
        <PrivateAccountToggle key={fieldsKey} isPrivate={saved.isPrivate} />
        <ShownOutsideToggle user={user} />
        <AccountToggle user={user} setting="isDiscoverable" />
        <AccountToggle user={user} setting="hidesConnections" />
        <DefaultAudience user={user} />
        <AccountToggle user={user} setting="isSensitiveByDefault" />
        <DefaultLanguage user={user} />
        <MessagePermission user={user} />
        <AccountToggle user={user} setting="sendsReadReceipts" />
        <AccountToggle user={user} setting="sendsTypingIndicators" />
        <PendingFollowRequests />
        <SettingsRow title={t('sentRequests.title')} text={t('sentRequests.text')}>
          <SettingsLink to={paths.sentRequests}>{t('sentRequests.show')}</SettingsLink>
        </SettingsRow>
        <BlockedAndMutedUsers kind="blocked" />
        <BlockedAndMutedUsers kind="muted" />
        <DismissedSuggestions />
      </SettingsSection>
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
