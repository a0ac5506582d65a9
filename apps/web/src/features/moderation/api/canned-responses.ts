import type {
  CannedResponseInput,
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  reorderCannedResponses,
  updateCannedResponse,
} from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey } from './admin.queries.ts';

const cannedResponsesKey = [...adminKey, 'canned-responses'];

export const cannedResponsesQuery = queryOptions({
  queryKey: cannedResponsesKey,
  queryFn: ({ signal }) =>
    request<typeof listCannedResponses>({ method: 'GET', path: '/admin/canned-responses', signal }),
});

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: cannedResponsesKey });

/** Creates a canned response, or changes the one with this id. */
export function useSaveCannedResponse(responseId: string | undefined) {
  return useMutation({
    mutationFn: (body: CannedResponseInput) =>
      responseId === undefined
        ? request<typeof createCannedResponse>({
            method: 'POST',
            path: '/admin/canned-responses',
            body,
          })
        : request<typeof updateCannedResponse>({
            method: 'PUT',
            path: '/admin/canned-responses/{responseId}',
            params: { responseId },
            body,
          }),
    onSuccess: (_saved, _body, _before, { client }) => {
      toast.success(t('admin.responses.saved'));
      return refetch(client);
    },
  });
}

export function useDeleteCannedResponse() {
  return useMutation({
    mutationFn: (responseId: string) =>
      request<typeof deleteCannedResponse>({
        method: 'DELETE',
        path: '/admin/canned-responses/{responseId}',
        params: { responseId },
      }),
    onSuccess: ({ message }, _id, _before, { client }) => {
      toast.success(message);
      return refetch(client);
    },
    onError: (error, _id, _before, { client }) => reportError(error, client),
  });
}

/** Saves the order of the canned responses. */
export function useReorderCannedResponses() {
  return useMutation({
    mutationFn: (ids: string[]) =>
      request<typeof reorderCannedResponses>({
        method: 'PUT',
        path: '/admin/canned-responses',
        body: { ids },
      }),
    onSuccess: (responses, _ids, _before, { client }) => {
      client.setQueryData(cannedResponsesQuery.queryKey, responses);
    },
    onError: (error, _ids, _before, { client }) => reportError(error, client),
  });
}

function reportError(error: Error, client: QueryClient): void {
  // Another administrator may have changed the list.
  if (error instanceof ApiError) void refetch(client);
  toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
}
