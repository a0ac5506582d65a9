import type { loginBodySchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { UsersModule } from '../users/index.ts';
import type { Passwords } from './passwords.ts';
import type { SignedIn } from './register.ts';
import type { Device, Sessions } from './sessions.ts';

interface LoginDependencies {
  users: UsersModule;
  passwords: Passwords;
  sessions: Sessions;
}

/**
 * Opens a session. An unknown address and a wrong password are told apart by nothing, neither
 * words nor time; a suspended account is told so only to who knows its password.
 * @throws AppError `invalid_credentials`
 * @throws AppError `forbidden` for a suspended account
 */
export async function login(
  { users, passwords, sessions }: LoginDependencies,
  input: z.output<typeof loginBodySchema>,
  device: Device,
): Promise<SignedIn> {
  const account = await users.findCredentials(input.email);
  const isRight = await passwords.matches(input.password, account?.passwordHash);
  if (account === null || !isRight) {
    throw new AppError('invalid_credentials', 'Invalid email or password.');
  }
  if (account.suspendedAt !== null) {
    throw new AppError('forbidden', 'This account is suspended.');
  }
  const session = await sessions.open(account.id, device);
  const user = await users.getCurrentUser(account.id);
  const message = 'You have been successfully logged in.';
  return { session, response: { success: true, token: session.token, user, message } };
}
