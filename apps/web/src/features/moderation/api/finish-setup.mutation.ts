import type {
  finishSetup,
  RulesInput,
  SavedSettings,
  updateAdminRules,
  updateSiteSettings,
} from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { paths } from '../../../lib/paths.ts';

interface Setup {
  /** Null to skip. */
  settings: Pick<SavedSettings, 'version' | 'settings'> | null;
  rules: RulesInput | null;
}

/** Saves the setup and opens the feed, in a new page, which has the changed settings. */
export function useFinishSetup() {
  return useMutation({
    async mutationFn({ settings, rules }: Setup): Promise<void> {
      if (settings !== null) {
        await request<typeof updateSiteSettings>({
          method: 'PUT',
          path: '/admin/settings',
          body: settings,
        });
      }
      if (rules !== null) {
        await request<typeof updateAdminRules>({
          method: 'PUT',
          path: '/admin/rules',
          body: rules,
        });
      }
      await request<typeof finishSetup>({ method: 'PUT', path: '/admin/setup' });
    },
    onSuccess: () => globalThis.location.assign(paths.feed),
  });
}
