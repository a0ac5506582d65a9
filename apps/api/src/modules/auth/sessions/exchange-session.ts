import { withValues } from '@skein/messages';
import { success } from '../../../platform/results.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import type { EventOrigin, SecurityEmails } from '../email/security-emails.ts';
import type { SignedIn } from '../registration/register.ts';
import type { OpenedSession, Sessions } from './sessions.ts';
import { invalidCode } from '../two-factor/two-factor.ts';
import type { TwoFactorModule } from '../two-factor/two-factor.module.ts';

interface ExchangeDependencies {
  users: UsersModule;
  sessions: Sessions;
  securityEmails: SecurityEmails;
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
  { bearerToken: token = '', code }: ExchangeInput,
  origin: EventOrigin,
): Promise<SignedIn> {
  const { users, sessions, securityEmails } = dependencies;
  const current = await sessions.requireLive(token);
  const isNew = current.kind === 'handover';
  const session: OpenedSession = isNew
    ? await consumeHandover(dependencies, viewer, { origin, code })
    : { token, expiresAt: current.expiresAt };
  const user = await users.getCurrentUser(viewer.userId);
  if (isNew) securityEmails.notify(viewer.userId, 'signIn', origin);
  const message = withValues('success.signedInByLink', { name: user.name });
  return { session, response: { ...success(message), token: session.token, user } };
}

async function consumeHandover(
  { sessions, twoFactor }: ExchangeDependencies,
  viewer: Viewer,
  { origin, code }: { origin: EventOrigin; code: string | undefined },
): Promise<OpenedSession> {
  const secondStep = await twoFactor.prepareSecondStep(viewer.userId, code);
  const isTwoFactor = secondStep !== null;
  const { userAgent, address } = origin;
  const session = await sessions.replace(
    viewer,
    { userAgent, address, isTwoFactor },
    async (tx) => {
      if (secondStep !== null && !(await secondStep.useCode(tx))) throw invalidCode();
    },
  );
  if (session === null) {
    throw new UnauthenticatedError('error.signInLinkUsed');
  }
  await secondStep?.succeed();
  return session;
}
