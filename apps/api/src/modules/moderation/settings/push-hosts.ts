import type { Database } from '@skein/db';
import { NotFoundError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { setHostAllowed } from '../../notifications/index.ts';
import { recordAction } from '../audit/audit.repository.ts';

/**
 * Allows or rejects a host of a push service.
 * @throws NotFoundError for a host of which no subscription was rejected
 */
export async function updatePushHost(
  { database }: { database: Database },
  { userId: actorId }: Actor,
  { host, isAllowed }: { host: string; isAllowed: boolean },
): Promise<void> {
  await database.$transaction(async (tx) => {
    const isKnown = await setHostAllowed(tx, host.toLowerCase(), isAllowed);
    if (!isKnown) throw new NotFoundError('error.pushHostNotFound');
    const details = { pushHost: host, isAllowed };
    await recordAction(tx, { actorId, action: 'change_settings', details });
  });
}
