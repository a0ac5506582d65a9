import type {
  registerPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { startRegistration } from '@simplewebauthn/browser';
import { request } from '../../../api/index.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Creates a passkey in the browser and registers it. */
export async function addPasskey(input: { name: string; password: string }): Promise<void> {
  const options = await request<typeof startPasskeyRegistration>({
    method: 'POST',
    path: '/auth/passkeys/options',
    body: { password: input.password },
  });
  // The contract does not repeat the types of the WebAuthn standard.
  const optionsJSON = options as unknown as Options;
  const credential = await startRegistration({ optionsJSON });
  const body: RouteRequest<typeof registerPasskey>['body'] = { name: input.name, credential };
  await request<typeof registerPasskey>({ method: 'POST', path: '/auth/passkeys', body });
}

export async function changePasskeyName(passkeyId: string, name: string): Promise<void> {
  await request<typeof renamePasskey>({
    method: 'PUT',
    path: '/auth/passkeys/{passkeyId}',
    params: { passkeyId },
    body: { name },
  });
}

export async function deletePasskey(passkeyId: string, password: string): Promise<void> {
  await request<typeof removePasskey>({
    method: 'DELETE',
    path: '/auth/passkeys/{passkeyId}',
    params: { passkeyId },
    body: { password },
  });
}
