import { toUploadLimits } from '@skein/contracts/upload-limits';
import type { readPublicStats } from './public-stats.queries.ts';
import type { SiteSettingsStore } from './site-settings.ts';

interface Dependencies {
  siteSettings: SiteSettingsStore;
  version: string;
  getPublicStats: () => ReturnType<typeof readPublicStats>;
}

/** What everyone may know about the instance. */
export async function describeInstance({ siteSettings, version, getPublicStats }: Dependencies) {
  const settings = siteSettings.current();
  const { name, description, contactEmail, addressDays } = settings;
  const { activeUsers: _, ...stats } = await getPublicStats();
  const { maxBytes, formats } = toUploadLimits(settings);
  return {
    name,
    description,
    contactEmail,
    version,
    ...stats,
    addressDays,
    uploads: { maxBytes, formats: [...formats] },
  };
}
