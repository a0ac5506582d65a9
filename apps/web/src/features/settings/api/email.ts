import type { changeEmail as changeEmailRoute } from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';

/** Replaces an email address that is not verified. */
export async function changeEmail(body: { email: string; password: string }): Promise<void> {
  await request<typeof changeEmailRoute>({ method: 'PUT', path: '/auth/email', body });
}
