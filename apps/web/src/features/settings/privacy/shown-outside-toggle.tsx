import type { CurrentUser } from '@skein/contracts/users';
import { Switch } from '../../../ui/switch.tsx';
import { t } from '../../../i18n/index.ts';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

/** Whether visitors without an account see the user's threads. Saved at once, apart from the form. */
export function ShownOutsideToggle({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('isShownOutside');
  return (
    <Switch
      label={t('profile.shownOutside')}
      hint={t('profile.shownOutsideHint')}
      // A private account is never shown.
      checked={!user.isPrivate && (isPending ? variables : user.isShownOutside)}
      disabled={user.isPrivate}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}
