import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** Replaces an email address that is not verified. */
export async function changeEmail(body: { email: string; password: string }): Promise<void> {
  await request(routes.changeEmail, { body });
}
