import type { unlinkIdentity as unlinkIdentityRoute } from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';

export async function unlinkIdentity(identityId: string, password: string): Promise<void> {
  await request<typeof unlinkIdentityRoute>({
    method: 'DELETE',
    path: '/auth/identities/{identityId}',
    params: { identityId },
    body: { password },
  });
}
