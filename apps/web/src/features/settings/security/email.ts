import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** Replaces the email address, a verified one after its new owner has opened a link. */
export async function changeEmail(body: { email: string; password: string }): Promise<void> {
  await request(routes.changeEmail, { body });
}
