import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** Creates the secret of an authenticator app. It takes effect with its first code. */
export function createSecret(password: string): Promise<{ secret: string; uri: string }> {
  const body = { password };
  return request(routes.setUpTwoFactor, { body });
}

/** Turns on two-factor authentication and returns the recovery codes. */
export async function confirmCode(code: string): Promise<string[]> {
  const { recoveryCodes } = await request(routes.confirmTwoFactor, { body: { code } });
  return recoveryCodes;
}

/** Replaces the recovery codes and returns the new ones. */
export async function createRecoveryCodes(password: string): Promise<string[]> {
  const { recoveryCodes } = await request(routes.replaceRecoveryCodes, { body: { password } });
  return recoveryCodes;
}

export async function removeTwoFactor(password: string): Promise<void> {
  const body = { password };
  await request(routes.turnOffTwoFactor, { body });
}
