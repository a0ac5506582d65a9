import * as routes from '@skein/contracts/routes';
import type { CurrentUser } from '@skein/contracts/users';
import { startAuthentication } from '@simplewebauthn/browser';
import { request } from '../../../api/index.ts';
import { withPasskeyDomain } from './passkey-address.ts';
import { startSession } from './start-session.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey that the user chooses in the browser, and stores the session. */
export async function signInWithAnyPasskey(): Promise<CurrentUser> {
  const options = await request(routes.startPasskeySignIn);
  // The contract does not repeat the types of the WebAuthn standard.
  const optionsJSON = options as unknown as Options;
  const credential = await withPasskeyDomain(optionsJSON.rpId, () =>
    startAuthentication({ optionsJSON }),
  );
  const session = await request(routes.signInWithPasskey, { body: { credential } });
  return startSession(session);
}
