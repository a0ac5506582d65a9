import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import type { SignedIn } from './register.ts';
import type { Device, OpenedSession, Sessions } from './sessions.ts';

interface ExchangeDependencies {
  users: UsersModule;
  sessions: Sessions;
}

/**
 * Completes a sign-in by link. A handover token is exchanged for a new session; a normal token is
 * returned unchanged, so that its owner gets the stream cookie too.
 * @throws UnauthenticatedError when the handover token was used before
 */
export async function exchangeSession(
  { users, sessions }: ExchangeDependencies,
  viewer: Viewer,
  device: Device & { bearerToken: string | undefined },
): Promise<SignedIn> {
  const token = device.bearerToken ?? '';
  const current = await sessions.requireLive(token);
  const session: OpenedSession =
    current.kind === 'handover'
      ? await consumeHandover(sessions, viewer, device)
      : { token, expiresAt: current.expiresAt };
  const user = await users.getCurrentUser(viewer.userId);
  const message = `Hello ${user.name}! You have been successfully logged in.`;
  return { session, response: { success: true, token: session.token, user, message } };
}

async function consumeHandover(
  sessions: Sessions,
  viewer: Viewer,
  device: Device,
): Promise<OpenedSession> {
  const session = await sessions.replace(viewer, device);
  if (session === null) {
    throw new UnauthenticatedError('This sign-in link has been used already.');
  }
  return session;
}
