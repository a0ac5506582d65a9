import { getUsage, listAlerts } from '@skein/contracts/moderation';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { bindWithPermission } from '../moderation/index.ts';
import type { ModerationModule } from '../moderation/index.ts';
import type { MonitoringModule } from './monitoring.module.ts';

export function monitoringRoutes(
  bindRoute: BindRoute,
  { monitoring, moderation }: { monitoring: MonitoringModule; moderation: ModerationModule },
): void {
  const bind = bindWithPermission(bindRoute, moderation, 'administrate');
  bind(getUsage, () => monitoring.getUsage());
  bind(listAlerts, () => monitoring.listAlerts());
}
