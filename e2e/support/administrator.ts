import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { finishSetup, login, resetPassword, SkeinError } from '@skein/client';
import { createApiClient } from './client.ts';
import { readResetToken } from './emails.ts';
import { administratorEmail, buildUser, registerUser } from './users.ts';
import type { Account } from './users.ts';

const cliFile = fileURLToPath(new URL('../../apps/api/src/cli/main.ts', import.meta.url));

/**
 * Signs in as the administrator of `ADMIN_EMAILS`. Only the first attempt of a journey registers the
 * account, and proves the email address with the link that the server sends.
 */
export async function signInAdministrator(request: APIRequestContext): Promise<Account> {
  const administrator = { ...buildUser('Boss'), email: administratorEmail };
  const { email, password } = administrator;
  const client = createApiClient(request);
  const session = await login({ client, body: { email, password } }).catch(
    async (error: unknown) => {
      if (!(error instanceof SkeinError) || error.status !== 401) throw error;
      await registerUser(request, administrator);
      const token = await readResetToken(email);
      await resetPassword({ client, body: { token, password, confirmPassword: password } });
      return login({ client, body: { email, password } });
    },
  );
  // Otherwise the feed redirects to it.
  await finishSetup({ client: createApiClient(request, session.token) });
  return { ...administrator, token: session.token, user: session.user };
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
