import type { TestApi } from '../api.ts';
import type { User } from '../factories/users.ts';

/** Downloads the data export of a user. */
export async function downloadExport({ request }: Pick<TestApi, 'request'>, { auth }: User) {
  const response = await request
    .get('/api/users/me/export')
    .set(auth)
    // Returns the body as a Buffer.
    .responseType('blob')
    .expect(200);
  return { response, archive: response.body as Buffer };
}
