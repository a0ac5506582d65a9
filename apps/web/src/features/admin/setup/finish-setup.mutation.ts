import * as routes from '@skein/contracts/routes';
import type { RulesInput, SavedSettings } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { request } from '../../../api/index.ts';
import { paths } from '../../../lib/paths.ts';

interface Setup {
  /** Null to skip. */
  settings: Pick<SavedSettings, 'version' | 'settings'> | null;
  rules: RulesInput | null;
}

/** Saves the setup and opens the feed, in a new page, which has the changed settings. */
export function useFinishSetup() {
  // What was saved before another part failed has a new version.
  const versions = useRef<{ settings?: number; rules?: number }>({});
  return useMutation({
    async mutationFn({ settings, rules }: Setup): Promise<void> {
      if (settings !== null) {
        const saved = await request(routes.updateSiteSettings, {
          body: { ...settings, version: versions.current.settings ?? settings.version },
        });
        versions.current.settings = saved.version;
      }
      if (rules !== null) {
        const saved = await request(routes.updateAdminRules, {
          body: { ...rules, version: versions.current.rules ?? rules.version },
        });
        versions.current.rules = saved.version;
      }
      await request(routes.finishSetup);
    },
    onSuccess: () => globalThis.location.assign(paths.feed),
  });
}
