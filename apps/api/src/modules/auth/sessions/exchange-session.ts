import { withValues } from '@skein/messages';
import { success } from '../../../platform/results.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import type { SignedIn } from '../registration/register.ts';
import type { Device, OpenedSession, Sessions } from './sessions.ts';
import { invalidCode } from '../two-factor/two-factor.ts';
import type { TwoFactorModule } from '../two-factor/two-factor.module.ts';

interface ExchangeDependencies {
  users: UsersModule;
  sessions: Sessions;
  twoFactor: Pick<TwoFactorModule, 'prepareSecondStep'>;
}

interface ExchangeInput {
  bearerToken: string | undefined;
  /** The second step, for an account with two-factor authentication. */
  code: string | undefined;
}

/**
 * Completes a sign-in by link. A handover token is exchanged for a new session; a normal token is
 * returned unchanged, so that its owner gets the stream cookie too.
 * @throws UnauthenticatedError when the handover token was used before
 * @throws AppError `second_factor_required` and `invalid_code`, after which the token can be used again
 * @throws RateLimitedError after too many wrong codes
 */
export async function exchangeSession(
  dependencies: ExchangeDependencies,
  viewer: Viewer,
  { bearerToken: token = '', code, ...device }: Device & ExchangeInput,
): Promise<SignedIn & { isNew: boolean }> {
  const { users, sessions } = dependencies;
  const current = await sessions.requireLive(token);
  const isNew = current.kind === 'handover';
  const session: OpenedSession = isNew
    ? await consumeHandover(dependencies, viewer, { device, code })
    : { token, expiresAt: current.expiresAt };
  const user = await users.getCurrentUser(viewer.userId);
  const message = withValues('success.signedInByLink', { name: user.name });
  return { session, isNew, response: { ...success(message), token: session.token, user } };
}

async function consumeHandover(
  { sessions, twoFactor }: ExchangeDependencies,
  viewer: Viewer,
  { device, code }: { device: Device; code: string | undefined },
): Promise<OpenedSession> {
  const secondStep = await twoFactor.prepareSecondStep(viewer.userId, code);
  const isTwoFactor = secondStep !== null;
  const session = await sessions.replace(viewer, { ...device, isTwoFactor }, async (tx) => {
    if (secondStep !== null && !(await secondStep.useCode(tx))) throw invalidCode();
  });
  if (session === null) {
    throw new UnauthenticatedError('error.signInLinkUsed');
  }
  await secondStep?.succeed();
  return session;
}
