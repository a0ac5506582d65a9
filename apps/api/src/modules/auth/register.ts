import type { AuthResponse, registerBodySchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import { ForbiddenError } from '../../platform/errors.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import type { UsersModule } from '../users/index.ts';
import { requireStrongPassword } from './check-password.ts';
import type { Passwords } from './passwords.ts';
import type { Device, OpenedSession, Sessions } from './sessions.ts';
import type { SessionsRepository } from './sessions.repository.ts';

interface RegisterDependencies {
  users: UsersModule;
  passwords: Passwords;
  sessions: Sessions;
  transaction: SessionsRepository['transaction'];
  siteSettings: CurrentSiteSettings;
}

/** The response, and the session it contains. */
export interface SignedIn {
  response: AuthResponse;
  session: OpenedSession;
}

/**
 * Creates an account and its first session.
 * @throws ValidationError for a weak password
 * @throws ConflictError `email_taken`
 * @throws ForbiddenError if registration is closed
 */
export async function register(
  { users, passwords, sessions, transaction, siteSettings }: RegisterDependencies,
  input: z.output<typeof registerBodySchema>,
  device: Device,
): Promise<SignedIn> {
  if (siteSettings.current().registrationMode === 'closed') {
    throw new ForbiddenError('Registration is closed.');
  }
  await requireStrongPassword(input.password, { email: input.email, path: 'password' });
  const passwordHash = await passwords.hash(input.password);
  const name = `${input.firstName} ${input.lastName}`;
  const { userId, session } = await transaction(async (tx) => {
    const id = await users.insertUser(tx, { name, email: input.email, passwordHash });
    return { userId: id, session: await sessions.open(id, device, tx) };
  });
  const user = await users.getCurrentUser(userId);
  const message = `Welcome to ${siteSettings.current().name}, ${name}!`;
  return { session, response: { success: true, token: session.token, user, message } };
}
