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
 * Signs in as the administrator of `ADMIN_EMAILS`. Only the first attempt of a journey registers the
 * account, and proves the email address with the link that the server sends.
 */
export async function signInAdministrator(request: APIRequestContext): Promise<Account> {
  const administrator = { ...buildUser('Boss'), email: administratorEmail };
  const { email, password } = administrator;
  const login = () => request.post('/api/auth/login', { data: { email, password } });
  let response = await login();
  if (response.status() === 401) {
    await registerUser(request, administrator);
    const reset = { token: await readResetToken(email), password, confirmPassword: password };
    const proof = await request.post('/api/auth/reset-password', { data: reset });
    if (!proof.ok()) throw new Error(`Proving the address failed: ${await proof.text()}`);
    response = await login();
  }
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
  // Only the token and the user of the response are needed.
  const session = (await response.json()) as Pick<Account, 'token' | 'user'>;
  return { ...administrator, ...session };
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
