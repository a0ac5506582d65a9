import type {
  releaseEmail as releaseEmailRoute,
  sendVerificationEmail as sendVerificationEmailRoute,
  verifyEmail as verifyEmailRoute,
} from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';

/** Sends a link to verify the viewer's email address. */
export async function sendVerificationEmail(): Promise<void> {
  const path = '/auth/email/verification';
  await request<typeof sendVerificationEmailRoute>({ method: 'POST', path });
}

/** Verifies the email address of the viewer's account with the token of an email. */
export async function verifyEmail(token: string): Promise<void> {
  const path = '/auth/verify-email';
  await request<typeof verifyEmailRoute>({ method: 'POST', path, body: { token } });
}

/** Removes the address that received the token from the account of somebody else. */
export async function releaseEmail(token: string): Promise<void> {
  const path = '/auth/release-email';
  await request<typeof releaseEmailRoute>({ method: 'POST', path, body: { token } });
}
