import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminKey } from './admin.queries.ts';

/** Creates an invitation and returns its link, which cannot be read again. */
export function useCreateInvitation() {
  return useMutation({
    mutationFn: (body: { days: number; usesMax: number }) =>
      request(routes.createInvitation, { body }),
    onSuccess: (_created, _body, _before, { client }) =>
      client.invalidateQueries({ queryKey: adminKey }),
  });
}
