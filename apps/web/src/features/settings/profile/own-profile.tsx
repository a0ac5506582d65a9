import type { CurrentUser } from '@skein/contracts/users';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { t } from '../../../i18n/index.ts';
import { shownUrl } from './use-profile-images.ts';
import { useProfileForm } from './use-profile-form.ts';
import { BannerField } from './banner-field.tsx';
import { UnsavedChangesConfirmation } from '../../../ui/unsaved-changes.tsx';
import { PasswordFields } from '../security/password-fields.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { PrivateAccountToggle } from '../privacy/private-account-toggle.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SaveBar } from './save-bar.tsx';

type Tab = 'personalInfo' | 'picture' | 'privacy';

const privacyFields: ReadonlySet<string> = new Set([
  'currentPassword',
  'password',
  'confirmPassword',
]);

const firstFieldInView = '[role="tabpanel"]:not([hidden]) :is(input:not([type="file"]), textarea)';

/** The viewer's own profile, read-only until they edit it. */
export function OwnProfile({ user }: { user: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false);
  const [tab, setTab] = useState<Tab>('personalInfo');
  const form = useProfileForm({
    user,
    isEditing,
    onEnd: () => {
      setIsEditing(false);
      // The clicked button has been removed.
      setFocusSelector('[data-edit]');
    },
    onErrors: ([first]) => first !== undefined && setTab(tabOfField(first)),
  });
  const { formRef, saved, errors, images } = form;
  const { picture, banner } = images;
  const [focusSelector, setFocusSelector] = useState<string | null>(null);
  useEffect(() => {
    if (focusSelector !== null) formRef.current?.querySelector<HTMLElement>(focusSelector)?.focus();
  }, [formRef, isEditing, focusSelector]);
  const edit = (selector: string | null) => {
    setFocusSelector(selector);
    setIsEditing(true);
  };
  const panels = {
    personalInfo: (
      <PersonalFields
        key={form.fieldsKey}
        saved={saved}
        email={user.email}
        isVerified={user.isUserVerified}
        errors={errors}
        isDisabled={!isEditing}
        onEdit={isEditing ? undefined : (field) => edit(`[name="${field}"]`)}
      />
    ),
    picture: (
      <div className="flex flex-col gap-7">
        <PictureField
          name={user.name}
          savedPicture={user.picture}
          picture={picture}
          error={errors['profileImage']}
          onChange={() => edit(null)}
        />
        <BannerField
          name={user.name}
          savedBanner={user.banner ?? null}
          banner={banner}
          error={errors['bannerImage']}
          onChange={() => edit(null)}
        />
      </div>
    ),
    privacy: (
      <div className="flex flex-col gap-7">
        <PrivateAccountToggle
          key={form.fieldsKey}
          isPrivate={saved.isPrivate}
          isDisabled={!isEditing}
        />
        {isEditing && <PasswordFields key={form.passwordsKey} errors={errors} />}
      </div>
    ),
  };
  return (
    <form ref={formRef} noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
      <ProfileCard
        user={user}
        picture={shownUrl(user.picture, picture)}
        banner={shownUrl(user.banner ?? null, banner)}
        action={
          !isEditing && (
            <Button size="sm" variant="secondary" data-edit onClick={() => edit(firstFieldInView)}>
              {t('profile.edit')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('profile.tabs')}
        value={tab}
        onChange={setTab}
        tabs={(['personalInfo', 'picture', 'privacy'] as const).map((value) => ({
          value,
          label: t(`profile.${value}`),
          panel: panels[value],
        }))}
      />
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

function tabOfField(field: string): Tab {
  if (field === 'profileImage' || field === 'bannerImage') return 'picture';
  return privacyFields.has(field) ? 'privacy' : 'personalInfo';
}
