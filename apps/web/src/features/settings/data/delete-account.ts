import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** Deletes the viewer's account and all its data permanently. */
export async function sendAccountDeletion(password: string): Promise<void> {
  await request(routes.deleteAccount, { body: { password } });
}
