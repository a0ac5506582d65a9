import {
  dismissAnnouncement,
  getHealth,
  getInstance,
  getInstancePage,
  getReadiness,
  getTerms,
  listRules,
} from '@skein/contracts/instance';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import { requirePage } from './instance-pages.ts';
import type { InstanceModule } from './instance.module.ts';

export function instanceRoutes(bind: BindRoute, instance: InstanceModule): void {
  bind(getHealth, () => instance.getHealth());
  bind(getInstance, () => instance.describe());
  bind(listRules, async () => instance.pages.listRules());
  bind(getInstancePage, async ({ params }) => instance.pages.find(requirePage(params.page)));
  bind(getTerms, async () => ({ text: instance.pages.find('terms').text }));
  bind(dismissAnnouncement, async ({ viewer, params }) => {
    await instance.announcements.dismiss(viewer, params.announcementId);
    return success('success.announcementDismissed');
  });
  bind(getReadiness, () => instance.getReadiness());
}
