import * as routes from '@skein/contracts/routes';
import type { registerPasskey } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { startRegistration } from '@simplewebauthn/browser';
import { request } from '../../../api/index.ts';
import { withPasskeyDomain } from '../../auth/sign-in/passkey-address.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Creates a passkey in the browser and registers it. */
export async function addPasskey(input: { name: string; password: string }): Promise<void> {
  const options = await request(routes.startPasskeyRegistration, {
    body: { password: input.password },
  });
  // The contract does not repeat the types of the WebAuthn standard.
  const optionsJSON = options as unknown as Options;
  const credential = await withPasskeyDomain(optionsJSON.rp.id, () =>
    startRegistration({ optionsJSON }),
  );
  const body: RouteRequest<typeof registerPasskey>['body'] = { name: input.name, credential };
  await request(routes.registerPasskey, { body });
}

export async function changePasskeyName(passkeyId: string, name: string): Promise<void> {
  await request(routes.renamePasskey, { params: { passkeyId }, body: { name } });
}

export async function deletePasskey(passkeyId: string, password: string): Promise<void> {
  await request(routes.removePasskey, { params: { passkeyId }, body: { password } });
}
