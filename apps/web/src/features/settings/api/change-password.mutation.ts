import type { changePassword } from '@skein/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import type { PasswordChange } from '../model/password-change.ts';
import { sessionsQuery } from './sessions.queries.ts';

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      request<typeof changePassword>({ method: 'POST', path: '/auth/change-password', body }),
    onSuccess: (_response, _body, _before, { client }) => {
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}
