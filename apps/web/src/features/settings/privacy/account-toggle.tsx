import type { CurrentUser } from '@skein/contracts/users';
import { Switch } from '../../../ui/switch.tsx';
import { t } from '../../../i18n/index.ts';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

interface AccountToggleProps {
  user: CurrentUser;
  setting:
    | 'isBot'
    | 'isDiscoverable'
    | 'hidesConnections'
    | 'isSensitiveByDefault'
    | 'sendsReadReceipts'
    | 'sendsTypingIndicators';
}

/** Turns a setting of the account on or off. Saved at once, apart from the profile form. */
export function AccountToggle({ user, setting }: AccountToggleProps) {
  const { mutate, isPending, variables } = useSaveSetting(setting);
  return (
    <Switch
      label={t(`profile.${setting}`)}
      hint={t(`profile.${setting}Hint`)}
      checked={isPending ? variables : user[setting]}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}
