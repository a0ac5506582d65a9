import type { signInWithPasskey, startPasskeySignIn } from '@skein/contracts/auth';
import type { CurrentUser } from '@skein/contracts/users';
import { startAuthentication } from '@simplewebauthn/browser';
import { request } from '../../../api/index.ts';
import { saveSession } from '../../../lib/session/index.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey that the user chooses in the browser, and stores the session. */
export async function signInWithAnyPasskey(): Promise<CurrentUser> {
  const options = await request<typeof startPasskeySignIn>({
    method: 'POST',
    path: '/auth/passkeys/sign-in/options',
  });
  // The contract does not repeat the types of the WebAuthn standard.
  const optionsJSON = options as unknown as Options;
  const credential = await startAuthentication({ optionsJSON });
  const session = await request<typeof signInWithPasskey>({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    body: { credential },
  });
  saveSession(session);
  return session.user;
}
