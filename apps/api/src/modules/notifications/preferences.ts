import type { NotificationType } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { allTypes } from './list-groups.ts';
import { changeDisabledTypes, listDisabledTypes } from './notifications.repository.ts';

type Preferences = Record<NotificationType, boolean>;

/** Returns whether the viewer gets notifications of each type. */
export async function getPreferences(
  { database }: { database: Database },
  { userId }: Viewer,
): Promise<Preferences> {
  return toPreferences(await listDisabledTypes(database, userId));
}

/** Changes the given types, and returns all. */
export async function updatePreferences(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  { userId }: Viewer,
  changes: Partial<Record<NotificationType, boolean | undefined>>,
): Promise<Preferences> {
  const typesSetTo = (isEnabled: boolean) => allTypes.filter((type) => changes[type] === isEnabled);
  const change = { enabled: typesSetTo(true), disabled: typesSetTo(false) };
  const disabled = await changeDisabledTypes(database, userId, change);
  publishNotificationChanges(bus, [userId]);
  return toPreferences(disabled);
}

function toPreferences(disabled: readonly NotificationType[]): Preferences {
  const isEnabled = (type: NotificationType) => !disabled.includes(type);
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(allTypes.map((type) => [type, isEnabled(type)])) as Preferences;
}
