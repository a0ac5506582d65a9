import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import type { PasswordChange } from './password-change.ts';
import { sessionsQuery } from './sessions.queries.ts';

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) => request(routes.changePassword, { body }),
    onSuccess: (_response, _body, _before, { client }) => {
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}
