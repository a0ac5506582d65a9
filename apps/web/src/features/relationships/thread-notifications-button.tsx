import type { Profile } from '@skein/contracts/users';
import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { t } from '../../i18n/index.ts';
import { firstClick } from '../../lib/first-click.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useToggleThreadNotifications } from './thread-notifications.mutation.ts';

/** Turns notifications for each new thread of a followed user on or off. */
export function ThreadNotificationsButton({ profile }: { profile: Profile }) {
  const { name, isNotifying } = profile;
  const toggle = useToggleThreadNotifications(profile);
  return (
    <IconButton
      icon={isNotifying ? BellRing : Bell}
      size="sm"
      iconSize={18}
      label={t('users.notify', { name })}
      aria-pressed={isNotifying}
      disabled={toggle.isPending}
      onClick={firstClick(() => toggle.mutate(!isNotifying))}
      className={isNotifying ? 'border border-accent text-accent' : 'border border-line'}
    />
  );
}
