import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { readResetToken } from './emails.ts';
import { administratorEmail, buildUser, registerUser } from './users.ts';
import type { Account } from './users.ts';

const cliFile = fileURLToPath(new URL('../../apps/api/src/server/cli/main.ts', import.meta.url));

/**
 * Registers the administrator of `ADMIN_EMAILS` and proves the email address with the link that the
 * server sends.
 */
export async function registerAdministrator(request: APIRequestContext): Promise<Account> {
  const registered = await registerUser(request, {
    ...buildUser('Boss'),
    email: administratorEmail,
  });
  const { email, password } = registered;
  const token = await readResetToken(email);
  const reset = { token, password, confirmPassword: password };
  const response = await request.post('/api/auth/reset-password', { data: reset });
  if (!response.ok()) throw new Error(`Proving the address failed: ${await response.text()}`);
  const login = await request.post('/api/auth/login', { data: { email, password } });
  // Only the token and the user of the response are needed.
  const session = (await login.json()) as Pick<Account, 'token' | 'user'>;
  return { ...registered, ...session };
}

/** Promotes an account with the command line, as an operator does. */
export async function promoteToAdministrator({ user, email }: Account): Promise<void> {
  await promisify(execFile)(process.execPath, [cliFile, 'admin', 'promote', user.username], {
    env: {
      ...process.env,
      DATA_DIR: path.dirname(process.env['SKEIN_OUTBOX'] ?? ''),
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
    },
  }).catch((error: unknown) => {
    throw new Error(`Promoting ${email} failed`, { cause: error });
  });
}
