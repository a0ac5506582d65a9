import {
  chooseOnDevice,
  chooseTheme,
  deviceOptions,
  useDeviceChoice,
  useThemeChoice,
} from '../../../lib/appearance.ts';
import { sensitiveContentChoices } from '@skein/contracts/constants';
import type { CurrentUser } from '@skein/contracts/users';
import { locales } from '@skein/messages';
import { t } from '../../../i18n/index.ts';
import { changeLanguage } from '../../../i18n/change-language.ts';
import { nameLanguage } from '../../../lib/language.ts';
import { readLocaleChoice } from '../../../lib/locale.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useSaveSetting } from './save-setting.mutation.ts';
import { RadioGroup } from './radio-group.tsx';
import { Setting } from './setting.tsx';

/** How the app looks: on this device, and what the account covers on every device. */
export function AppearanceSettings({ user }: { user: CurrentUser }) {
  return (
    <>
      <Setting id="theme">
        <RadioGroup
          label={t('appearance.theme')}
          value={useThemeChoice()}
          onChange={chooseTheme}
          options={(['system', 'light', 'dark', 'dim'] as const).map((value) => ({
            value,
            label: t(`appearance.theme.${value}`),
          }))}
        />
      </Setting>
      <Setting id="text-size">
        <RadioGroup
          label={t('appearance.textSize')}
          value={useDeviceChoice('textSize')}
          onChange={(choice) => chooseOnDevice('textSize', choice)}
          options={deviceOptions.textSize.map((value) => ({
            value,
            label: t(`appearance.textSize.${value}`),
          }))}
        />
      </Setting>
      <Setting id="density">
        <RadioGroup
          label={t('appearance.density')}
          value={useDeviceChoice('density')}
          onChange={(choice) => chooseOnDevice('density', choice)}
          options={deviceOptions.density.map((value) => ({
            value,
            label: t(`appearance.density.${value}`),
          }))}
        />
      </Setting>
      <Setting id="motion">
        <RadioGroup
          label={t('appearance.motion')}
          value={useDeviceChoice('motion')}
          onChange={(choice) => chooseOnDevice('motion', choice)}
          options={deviceOptions.motion.map((value) => ({
            value,
            label: t(`appearance.motion.${value}`),
          }))}
        />
      </Setting>
      <Setting id="language">
        <RadioGroup
          label={t('appearance.language')}
          value={readLocaleChoice()}
          onChange={(choice) => void changeLanguage(choice)}
          options={[
            { value: 'system', label: t('appearance.language.system') },
            ...locales.map((value) => ({ value, label: nameLanguage(value) })),
          ]}
        />
      </Setting>
      <p className="text-sm text-muted">{t('appearance.hint')}</p>
      <Setting id="sensitive-content">
        <SensitiveContentChoice user={user} />
      </Setting>
      <Setting id="alt-text">
        <AltTextReminder user={user} />
      </Setting>
    </>
  );
}

function SensitiveContentChoice({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('sensitiveContent');
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={t('appearance.sensitive')}
        value={isPending ? variables : user.sensitiveContent}
        onChange={(choice) => mutate(choice)}
        options={sensitiveContentChoices.map((value) => ({
          value,
          label: t(`appearance.sensitive.${value}`),
        }))}
      />
      <p className="text-sm text-muted">{t('appearance.sensitiveHint')}</p>
    </div>
  );
}

function AltTextReminder({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('remindsOfAltText');
  return (
    <Switch
      label={t('appearance.altText')}
      hint={t('appearance.altTextHint')}
      checked={isPending ? variables : user.remindsOfAltText}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}
