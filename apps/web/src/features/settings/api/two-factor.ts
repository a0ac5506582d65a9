import type {
  confirmTwoFactor,
  replaceRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
} from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';

/** Creates the secret of an authenticator app. It takes effect with its first code. */
export function createSecret(password: string): Promise<{ secret: string; uri: string }> {
  const body = { password };
  return request<typeof setUpTwoFactor>({ method: 'POST', path: '/auth/two-factor/setup', body });
}

/** Turns on two-factor authentication and returns the recovery codes. */
export async function confirmCode(code: string): Promise<string[]> {
  const { recoveryCodes } = await request<typeof confirmTwoFactor>({
    method: 'POST',
    path: '/auth/two-factor/confirm',
    body: { code },
  });
  return recoveryCodes;
}

/** Replaces the recovery codes and returns the new ones. */
export async function createRecoveryCodes(password: string): Promise<string[]> {
  const { recoveryCodes } = await request<typeof replaceRecoveryCodes>({
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    body: { password },
  });
  return recoveryCodes;
}

export async function removeTwoFactor(password: string): Promise<void> {
  const body = { password };
  await request<typeof turnOffTwoFactor>({ method: 'DELETE', path: '/auth/two-factor', body });
}
