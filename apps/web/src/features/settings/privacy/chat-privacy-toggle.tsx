import type { CurrentUser } from '@skein/contracts/users';
import { Switch } from '../../../ui/switch.tsx';
import { t } from '../../../i18n/index.ts';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

interface ChatPrivacyToggleProps {
  user: CurrentUser;
  setting: 'sendsReadReceipts' | 'sendsTypingIndicators';
}

/** What the members of a conversation see of each other. Saved at once, apart from the profile form. */
export function ChatPrivacyToggle({ user, setting }: ChatPrivacyToggleProps) {
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
