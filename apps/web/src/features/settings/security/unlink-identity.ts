import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

export async function unlinkIdentity(identityId: string, password: string): Promise<void> {
  await request(routes.unlinkIdentity, { params: { identityId }, body: { password } });
}
