import type { deleteAccount } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';

/** Deletes the viewer's account and all its data permanently. */
export async function sendAccountDeletion(password: string): Promise<void> {
  await request<typeof deleteAccount>({ method: 'DELETE', path: '/users/me', body: { password } });
}
