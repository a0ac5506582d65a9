import { getHealth, getReadiness, getTerms } from '@skein/contracts/instance';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { InstanceModule } from './instance.module.ts';

export function instanceRoutes(bind: BindRoute, instance: InstanceModule): void {
  bind(getHealth, () => instance.getHealth());
  bind(getTerms, () => instance.getTerms());
  bind(getReadiness, () => instance.getReadiness());
}
