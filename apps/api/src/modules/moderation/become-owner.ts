import type { Database } from '@skein/db';
import { ForbiddenError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { recordAction } from './audit.repository.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'canSetUpInstance'>;
}

/**
 * Makes the user of the first account the owner of a new instance.
 * @throws ForbiddenError for anybody else
 */
export async function becomeOwner(
  { database, users }: Dependencies,
  { userId }: Viewer,
): Promise<void> {
  await database.$transaction(async (tx) => {
    if (!(await users.canSetUpInstance(userId, tx))) {
      throw new ForbiddenError('Only the first account of a new instance can become its owner.');
    }
    await tx.user.update({ where: { id: userId }, data: { role: 'owner' } });
    await recordAction(tx, {
      actorId: userId,
      action: 'change_role',
      targetType: 'user',
      targetId: userId,
      details: { from: 'member', to: 'owner' },
    });
  });
}
