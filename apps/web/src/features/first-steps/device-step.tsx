import { t } from '../../i18n/index.ts';
import { firstClick } from '../../lib/first-click.ts';
import { useInstallPrompt } from '../../lib/install-prompt.ts';
import { hasPush } from '../../lib/instance.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsRow } from '../settings/layout/settings-row.tsx';
import { PushSetting } from '../settings/notifications/notification-settings.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-buttons.tsx';

/** Push notifications, and the installation of the app if the browser offers it. */
export function DeviceStep(step: StepProps) {
  const install = useInstallPrompt();
  return (
    <>
      {hasPush() && <PushSetting />}
      {install && (
        <SettingsRow title={t('firstSteps.install')} text={t('firstSteps.installText')}>
          <Button size="sm" onClick={firstClick(() => void install())}>
            {t('firstSteps.installNow')}
          </Button>
        </SettingsRow>
      )}
      {!hasPush() && !install && <p>{t('firstSteps.deviceNothing')}</p>}
      <StepButtons {...step} />
    </>
  );
}
