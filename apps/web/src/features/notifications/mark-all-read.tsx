import { useQuery } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';
import { useMarkRead } from './mark-read.mutation.ts';
import { unreadNotificationsQuery } from './unread-count.queries.ts';

/** Marks all notifications as read. Visible ones are marked automatically. */
export function MarkAllRead() {
  const { data: count = 0 } = useQuery(unreadNotificationsQuery);
  const { mutate, isPending } = useMarkRead();
  return (
    <Button
      variant="quiet"
      size="sm"
      disabled={count === 0}
      isBusy={isPending}
      onClick={() => mutate('all')}
    >
      <CheckCheck aria-hidden className="size-4" />
      {t('notifications.markAllRead')}
    </Button>
  );
}
