import { useQuery } from '@tanstack/react-query';
import { pushStateQuery } from '../../features/notifications/push.queries.ts';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';
import { NotificationSettings } from '../../features/settings/notifications/notification-settings.tsx';

export function NotificationSettingsPage() {
  return (
    <SettingsContent page="notifications" queries={[useQuery(pushStateQuery)]}>
      <NotificationSettings />
    </SettingsContent>
  );
}
