import type { forgotPassword, resetPassword } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { request } from '../../../api/index.ts';

/** Has a link mailed to the address, if there is an account with it; nobody is told whether. */
export async function askForResetLink(email: string): Promise<void> {
  await request<typeof forgotPassword>({
    method: 'POST',
    path: '/auth/forgot-password',
    body: { email },
  });
}

/** Sets a new password with the token of a mailed link. All sessions end. */
export async function setNewPassword(
  body: RouteRequest<typeof resetPassword>['body'],
): Promise<void> {
  await request<typeof resetPassword>({ method: 'POST', path: '/auth/reset-password', body });
}
