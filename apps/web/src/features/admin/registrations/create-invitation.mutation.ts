import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

/** Creates an invitation and returns its link, which cannot be read again. */
export function useCreateInvitation() {
  const send = (body: { days: number; usesMax: number }) =>
    request(routes.createInvitation, { body });
  return useMutation(adminMutation(send, { invalidates: [adminKey], showsErrors: true }));
}
