import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { verificationOptions } from '../../auth/email/verification-toast.ts';
import { ownInvitationsQuery } from '../../instance/own-invitations.queries.ts';

const { queryKey } = ownInvitationsQuery;

/** Creates an invitation and returns its link, which cannot be read again. */
export function useCreateOwnInvitation() {
  return useMutation({
    mutationFn: (body: { days: number; usesMax: number }) =>
      request(routes.createOwnInvitation, { body }),
    onError: (error) => {
      // The form shows the message. The toast has the button that sends the email.
      const options = verificationOptions(error);
      if (options.action) toast.error(t('admin.failed'), error.message, options);
    },
    onSuccess: (_created, _body, _before, { client }) => client.invalidateQueries({ queryKey }),
  });
}

export function useRevokeOwnInvitation() {
  return useMutation({
    mutationFn: (invitationId: string) =>
      request(routes.revokeOwnInvitation, { params: { invitationId } }),
    onError: (error) =>
      toast.error(t('admin.failed'), error instanceof ApiError ? error.message : undefined),
    onSettled: (_data, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey }),
  });
}
