import type { Identities } from '@skein/contracts/auth';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { noPasswordHash } from '../passwords/passwords.ts';
import { requireOwnCredentials } from '../sign-in/confirm-password.ts';
import { deleteIdentity, selectIdentities } from './identities.repository.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';

type Dependencies = Pick<OidcDependencies, 'database' | 'client' | 'hasPasswordSignIn'>;

export async function listIdentities(
  { database, client, hasPasswordSignIn }: Dependencies,
  viewer: Viewer,
): Promise<Identities> {
  const { passwordHash } = await requireOwnCredentials(database, viewer);
  const rows = await selectIdentities(database, viewer.userId);
  const hasPassword = passwordHash !== noPasswordHash;
  return {
    identities: rows.map(({ id, issuer, createdAt, lastUsedAt }) => ({
      id,
      provider: new URL(issuer).host,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    hasPassword,
    canLink: client !== null && !rows.some(({ issuer }) => client.isIssuer(issuer)),
    canUnlink: hasPassword && hasPasswordSignIn,
  };
}

/**
 * Call this before asking for the password.
 * @throws ConflictError for an account that could not sign in without the identity
 */
export async function requireUnlinkable(deps: Dependencies, viewer: Viewer): Promise<void> {
  const { hasPassword } = await listIdentities(deps, viewer);
  if (!hasPassword) throw new ConflictError('conflict', 'error.identityNeedsPassword');
  if (!deps.hasPasswordSignIn) throw new ConflictError('conflict', 'error.identityRequired');
}

/** @throws NotFoundError also for another user's identity */
export async function unlinkIdentity(
  { database, securityEmails }: Pick<OidcDependencies, 'database' | 'securityEmails'>,
  { userId }: Viewer,
  id: string,
  origin: EventOrigin,
): Promise<void> {
  const linked = await selectIdentities(database, userId);
  const identity = linked.find((each) => each.id === id);
  if (identity === undefined || !isId(id) || !(await deleteIdentity(database, id, userId))) {
    throw new NotFoundError('error.identityNotFound');
  }
  const event = { type: 'identityUnlinked', name: new URL(identity.issuer).host } as const;
  securityEmails.notify(userId, event, origin);
}
