import type {
  endAllSessions as endAllSessionsRoute,
  forgotPassword,
  resetPassword,
} from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import type { unsubscribeFromEmailDigest } from '@skein/contracts/notifications';
import { request } from '../../../api/index.ts';

/** Sends a reset link to the email if an account has it. The response does not reveal whether. */
export async function requestPasswordReset(email: string): Promise<void> {
  await request<typeof forgotPassword>({
    method: 'POST',
    path: '/auth/forgot-password',
    body: { email },
  });
}

/** Sets a new password with the token of a reset link. Ends all sessions. */
export async function setNewPassword(
  body: RouteRequest<typeof resetPassword>['body'],
): Promise<void> {
  await request<typeof resetPassword>({ method: 'POST', path: '/auth/reset-password', body });
}

/** Signs out all devices with the token of a security email. */
export async function endAllSessions(token: string): Promise<void> {
  const path = '/auth/end-sessions';
  await request<typeof endAllSessionsRoute>({ method: 'POST', path, body: { token } });
}

/** Turns the weekly email off with the token of its link. */
export async function unsubscribe(token: string): Promise<void> {
  await request<typeof unsubscribeFromEmailDigest>({
    method: 'POST',
    path: '/notifications/email-digest/unsubscribe/{token}',
    params: { token },
  });
}
