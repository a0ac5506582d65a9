import type { APIRequestContext } from '@playwright/test';
import { readResetToken } from './letters.ts';
import { administratorEmail, inventPerson, registerPerson } from './people.ts';
import type { Account } from './people.ts';

/** Registers the administrator, and proves the address with the letter that this sends there. */
export async function registerAdministrator(request: APIRequestContext): Promise<Account> {
  const registered = await registerPerson(request, {
    ...inventPerson('Boss'),
    email: administratorEmail,
  });
  const { email, password } = registered;
  const token = await readResetToken(email);
  const reset = { token, password, confirmPassword: password };
  const proof = await request.post('/api/auth/reset-password', { data: reset });
  if (!proof.ok()) throw new Error(`Proving the address failed: ${await proof.text()}`);
  const login = await request.post('/api/auth/login', { data: { email, password } });
  // The contract's answer, of which a journey needs the token and the user.
  const session = (await login.json()) as Pick<Account, 'token' | 'user'>;
  return { ...registered, ...session };
}
