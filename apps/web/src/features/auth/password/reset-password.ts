import * as routes from '@skein/contracts/routes';
import type { resetPassword } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { request } from '../../../api/index.ts';

/** Sends a reset link to the email if an account has it. The response does not reveal whether. */
export async function requestPasswordReset(email: string): Promise<void> {
  await request(routes.forgotPassword, { body: { email } });
}

/** Sets a new password with the token of a reset link. Ends all sessions. */
export async function setNewPassword(
  body: RouteRequest<typeof resetPassword>['body'],
): Promise<void> {
  await request(routes.resetPassword, { body });
}

/** Signs out all devices with the token of a security email. */
export async function endAllSessions(token: string): Promise<void> {
  await request(routes.endAllSessions, { body: { token } });
}

/** Turns the weekly email off with the token of its link. */
export async function unsubscribe(token: string): Promise<void> {
  await request(routes.unsubscribeFromEmailDigest, { params: { token } });
}
