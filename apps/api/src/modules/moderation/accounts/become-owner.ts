import type { Database } from '@skein/db';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { isLoopbackHost } from '../../../platform/is-loopback-host.ts';
import { ForbiddenError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SetupCode } from '../../instance/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'canSetUpInstance'>;
  setupCode: SetupCode;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  publicUrl: URL;
}

export interface OwnershipClaim {
  code: string | undefined;
  address: string | undefined;
  /** Whether the request comes from this machine without a proxy. */
  isLocal: boolean;
}

/**
 * Makes the user of the first account the owner of a new instance. A user of the server's own machine
 * needs no code, unless the instance has a public address.
 * @throws ForbiddenError for anybody else
 * @throws ValidationError without the setup code
 * @throws RateLimitedError after too many wrong codes
 */
export async function becomeOwner(
  dependencies: Dependencies,
  { userId }: Viewer,
  claim: OwnershipClaim,
): Promise<void> {
  const { database, users, publicUrl } = dependencies;
  if (!(await users.canSetUpInstance(userId))) throw notOffered();
  const needsCode = !claim.isLocal || !isLoopbackHost(publicUrl.hostname);
  if (needsCode) await requireSetupCode(dependencies, claim);
  await database.$transaction(async (tx) => {
    if (!(await users.canSetUpInstance(userId, tx))) throw notOffered();
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

/** Counts before it compares, so that concurrent guesses cannot exceed the limit. */
async function requireSetupCode(
  { setupCode, rateLimiter }: Dependencies,
  { code, address }: OwnershipClaim,
): Promise<void> {
  if (code === undefined || code === '') {
    const message = 'error.setupCodeMissing';
    throw new ValidationError([{ path: 'code', message }]);
  }
  const guess = await rateLimiter.consume('registrations', addressKey(address));
  if (!setupCode.matches(code)) {
    throw new ValidationError([{ path: 'code', message: 'error.setupCodeWrong' }]);
  }
  await guess.refund();
}

function notOffered(): ForbiddenError {
  return new ForbiddenError('error.ownerFirstAccount');
}
