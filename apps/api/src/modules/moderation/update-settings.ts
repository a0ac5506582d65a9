import type { SavedSettings } from '@skein/contracts/instance';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { SiteSettingsStore } from '../instance/index.ts';
import { recordAction } from './audit.repository.ts';

interface Dependencies {
  database: Database;
  siteSettings: SiteSettingsStore;
}

/** @throws ConflictError if the settings were changed after this version was read */
export async function updateSettings(
  { database, siteSettings }: Dependencies,
  admin: Viewer,
  input: Pick<SavedSettings, 'version' | 'settings'>,
): Promise<SavedSettings> {
  await database.$transaction(async (tx) => {
    await siteSettings.save(tx, input);
    await recordAction(tx, { actorId: admin.userId, action: 'change_settings' });
  });
  await siteSettings.load();
  return siteSettings.describe();
}
