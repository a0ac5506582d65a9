import * as routes from '@skein/contracts/routes';
import type { CannedResponseInput } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

const cannedResponsesKey = [...adminKey, 'canned-responses'];

export const cannedResponsesQuery = queryOptions({
  queryKey: cannedResponsesKey,
  queryFn: ({ signal }) => request(routes.listCannedResponses, { signal }),
});

/** Creates a canned response, or changes the one with this id. */
export function useSaveCannedResponse(responseId: string | undefined) {
  const send = (body: CannedResponseInput) =>
    responseId === undefined
      ? request(routes.createCannedResponse, { body })
      : request(routes.updateCannedResponse, { params: { responseId }, body });
  return useMutation(
    adminMutation(send, {
      invalidates: [cannedResponsesKey],
      showsErrors: true,
      onSaved: () => toast.success(t('admin.responses.saved')),
    }),
  );
}

export function useDeleteCannedResponse() {
  const send = (responseId: string) =>
    request(routes.deleteCannedResponse, { params: { responseId } });
  return useMutation(adminMutation(send, { invalidates: [cannedResponsesKey] }));
}

/** Saves the order of the canned responses. */
export function useReorderCannedResponses() {
  const send = (ids: string[]) => request(routes.reorderCannedResponses, { body: { ids } });
  return useMutation(
    adminMutation(send, {
      invalidates: [cannedResponsesKey],
      onSaved: (responses, client) => client.setQueryData(cannedResponsesQuery.queryKey, responses),
    }),
  );
}
