import {
  chooseMotion,
  chooseTheme,
  useMotionChoice,
  useThemeChoice,
} from '../../../lib/appearance.ts';
import { t } from '../../../i18n/index.ts';
import { RadioGroup } from './radio-group.tsx';

/** How the app looks on this device. */
export function AppearanceSettings() {
  const theme = useThemeChoice();
  const motion = useMotionChoice();
  return (
    <>
      <RadioGroup
        label={t('appearance.theme')}
        value={theme}
        onChange={chooseTheme}
        choices={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`appearance.theme.${value}`),
        }))}
      />
      <RadioGroup
        label={t('appearance.motion')}
        value={motion}
        onChange={chooseMotion}
        choices={(['system', 'reduced'] as const).map((value) => ({
          value,
          label: t(`appearance.motion.${value}`),
        }))}
      />
      <p className="text-sm text-muted">{t('appearance.hint')}</p>
    </>
  );
}
