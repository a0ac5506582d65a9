import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** Sends a link to verify the viewer's email address. */
export async function sendVerificationEmail(): Promise<void> {
  await request(routes.sendVerificationEmail);
}

/** Verifies the email address of the viewer's account with the token of an email. */
export async function verifyEmail(token: string): Promise<void> {
  await request(routes.verifyEmail, { body: { token } });
}

/** Gives an account its former address back with the token of an email. */
export async function restoreEmail(token: string): Promise<void> {
  await request(routes.restoreEmail, { body: { token } });
}

/** Removes the address that received the token from the account of somebody else. */
export async function releaseEmail(token: string): Promise<void> {
  await request(routes.releaseEmail, { body: { token } });
}
