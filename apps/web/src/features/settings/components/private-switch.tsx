import { Switch } from '../../../ui/switch.tsx';
import { t } from '../../../i18n/index.ts';

interface PrivateSwitchProps {
  isPrivate: boolean;
  isDisabled?: boolean;
}

/** Whether only those whom one approves see what one posts. */
export function PrivateSwitch({ isPrivate, isDisabled = false }: PrivateSwitchProps) {
  return (
    <Switch
      label={t('profile.privateAccount')}
      hint={t('profile.privateHint')}
      name="isPrivate"
      defaultChecked={isPrivate}
      disabled={isDisabled}
    />
  );
}
