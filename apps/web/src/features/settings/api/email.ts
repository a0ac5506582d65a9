import type {
  changeEmail as changeEmailRoute,
  sendVerificationEmail as sendVerificationEmailRoute,
} from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';

/** Sends a link to verify the viewer's email address. */
export async function sendVerificationEmail(): Promise<void> {
  const path = '/auth/email/verification';
  await request<typeof sendVerificationEmailRoute>({ method: 'POST', path });
}

/** Replaces an email address that is not verified. */
export async function changeEmail(body: { email: string; password: string }): Promise<void> {
  await request<typeof changeEmailRoute>({ method: 'PUT', path: '/auth/email', body });
}
