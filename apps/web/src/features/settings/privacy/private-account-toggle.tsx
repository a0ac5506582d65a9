import { Switch } from '../../../ui/switch.tsx';
import { t } from '../../../i18n/index.ts';

interface PrivateAccountToggleProps {
  isPrivate: boolean;
  isDisabled?: boolean;
}

/** Whether only approved followers see the user's threads. */
export function PrivateAccountToggle({ isPrivate, isDisabled = false }: PrivateAccountToggleProps) {
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
