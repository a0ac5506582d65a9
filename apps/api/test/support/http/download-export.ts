import type { TestApi } from '../api.ts';
import type { User } from '../factories/users.ts';

/** What a person takes out of an instance: the answer, and the archive that is its body. */
export async function downloadExport({ request }: Pick<TestApi, 'request'>, { auth }: User) {
  const answer = await request
    .get('/api/users/me/export')
    .set(auth)
    // The body comes as a buffer, whatever it is.
    .responseType('blob')
    .expect(200);
  return { answer, archive: answer.body as Buffer };
}
