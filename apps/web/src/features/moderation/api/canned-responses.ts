import * as routes from '@skein/contracts/routes';
import type { CannedResponseInput } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey } from './admin.queries.ts';

const cannedResponsesKey = [...adminKey, 'canned-responses'];

export const cannedResponsesQuery = queryOptions({
  queryKey: cannedResponsesKey,
  queryFn: ({ signal }) => request(routes.listCannedResponses, { signal }),
});

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: cannedResponsesKey });

/** Creates a canned response, or changes the one with this id. */
export function useSaveCannedResponse(responseId: string | undefined) {
  return useMutation({
    mutationFn: (body: CannedResponseInput) =>
      responseId === undefined
        ? request(routes.createCannedResponse, { body })
        : request(routes.updateCannedResponse, { params: { responseId }, body }),
    onSuccess: (_saved, _body, _before, { client }) => {
      toast.success(t('admin.responses.saved'));
      return refetch(client);
    },
  });
}

export function useDeleteCannedResponse() {
  return useMutation({
    mutationFn: (responseId: string) =>
      request(routes.deleteCannedResponse, { params: { responseId } }),
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
    mutationFn: (ids: string[]) => request(routes.reorderCannedResponses, { body: { ids } }),
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
