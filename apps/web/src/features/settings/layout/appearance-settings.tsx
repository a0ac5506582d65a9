import {
  chooseMotion,
  chooseTheme,
  useMotionChoice,
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
import { FeedLanguages } from '../feed/feed-languages.tsx';
import { RadioGroup } from './radio-group.tsx';

/** How the app looks: on this device, and what the account covers on every device. */
export function AppearanceSettings({ user }: { user: CurrentUser }) {
  const theme = useThemeChoice();
  const motion = useMotionChoice();
  return (
    <>
      <RadioGroup
        label={t('appearance.theme')}
        value={theme}
        onChange={chooseTheme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`appearance.theme.${value}`),
        }))}
      />
      <RadioGroup
        label={t('appearance.motion')}
        value={motion}
        onChange={chooseMotion}
        options={(['system', 'reduced'] as const).map((value) => ({
          value,
          label: t(`appearance.motion.${value}`),
        }))}
      />
      <RadioGroup
        label={t('appearance.language')}
        value={readLocaleChoice()}
        onChange={(choice) => void changeLanguage(choice)}
        options={[
          { value: 'system', label: t('appearance.language.system') },
          ...locales.map((value) => ({ value, label: nameLanguage(value) })),
        ]}
      />
      <p className="text-sm text-muted">{t('appearance.hint')}</p>
      <FeedLanguages user={user} />
      <SensitiveContentChoice user={user} />
      <AltTextReminder user={user} />
    </>
  );
}

function SensitiveContentChoice({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('sensitiveContent');
  return (
    <>
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
    </>
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
