import { genders } from '@skein/contracts/constants';
import { formerUsernameDays } from '@skein/contracts/limits';
import Pencil from 'lucide-react/icons/pencil';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import type { ProfileValues } from './profile-values.ts';
import { ExtraFields } from './extra-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

const earliestBirth = '1900-01-01';
const dayMs = 24 * 60 * 60_000;

interface PersonalFieldsProps {
  saved: ProfileValues;
  email: string;
  errors: Readonly<Record<string, string>>;
  isVerified: boolean;
  isDisabled?: boolean;
  /** Enables the fields and focuses the one with this name. */
  onEdit?: ((field: string) => void) | undefined;
}

/** The text fields of the profile form. */
export function PersonalFields(props: PersonalFieldsProps) {
  const { saved, email, errors, isVerified, isDisabled = false, onEdit } = props;
  const badgeHint = isVerified && !isDisabled ? t('profile.verifiedHint') : undefined;
  const usernameHint = t('profile.usernameHint', { days: String(formerUsernameDays) });
  const field = (name: Exclude<keyof ProfileValues, 'isPrivate' | 'fields'>, label: string) => ({
    name,
    label,
    defaultValue: saved[name],
    error: errors[name],
    disabled: isDisabled,
    labelAction: onEdit && <EditButton label={label} onEdit={() => onEdit(name)} />,
  });
  const [latestBirth] = useState(yesterday);
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        {...field('name', t('profile.fullName'))}
        hint={badgeHint}
        autoComplete="name"
        required
      />
      <TextField
        {...field('username', t('profile.username'))}
        hint={isDisabled ? undefined : [badgeHint, usernameHint].filter(Boolean).join(' ')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Tooltip text={t('profile.emailFixedText')}>
        <TextField
          label={t('profile.email')}
          hint={t('profile.emailFixed')}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          className="sm:col-span-2 [&_input]:border-line [&_input]:bg-sunken"
        />
      </Tooltip>
      <TextAreaField
        {...field('bio', t('profile.bio'))}
        rows={4}
        placeholder={t('profile.bioPlaceholder')}
        className="sm:col-span-2"
      />
      <TextField {...field('location', t('profile.location'))} autoComplete="off" />
      <TextField {...field('website', t('profile.website'))} type="url" autoComplete="url" />
      <ExtraFields saved={saved} errors={errors} isDisabled={isDisabled} />
      <PrivateFields>
        <TextField
          {...field('phoneNumber', t('profile.phoneNumber'))}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...field('dateOfBirth', t('profile.dateOfBirth'))}
          type="date"
          autoComplete="bday"
          min={earliestBirth}
          max={latestBirth}
        />
        <SelectField {...field('gender', t('profile.gender'))} autoComplete="sex">
          <option value="">{t('profile.selectGender')}</option>
          {genders.map((gender) => (
            <option key={gender} value={gender}>
              {t(`profile.gender.${gender}`)}
            </option>
          ))}
        </SelectField>
      </PrivateFields>
    </div>
  );
}

function yesterday(): string {
  return new Date(Date.now() - dayMs).toISOString().slice(0, 10);
}

/** Groups the fields that only the user sees. */
function PrivateFields({ children }: { children: ReactNode }) {
  const noteId = useId();
  return (
    <div
      role="group"
      aria-describedby={noteId}
      className="grid gap-x-4 gap-y-5 rounded-md sm:col-span-2 sm:grid-cols-2"
    >
      {children}
      <p id={noteId} className="-mt-2 text-sm text-muted sm:col-span-2">
        {t('profile.onlyYou')}
      </p>
    </div>
  );
}

function EditButton({ label, onEdit }: { label: string; onEdit: () => void }) {
  return (
    <IconButton
      icon={Pencil}
      iconSize={13}
      label={t('profile.editIcon')}
      aria-description={t('profile.editField', { field: label })}
      className="-my-1 size-6!"
      onClick={onEdit}
    />
  );
}
