import * as routes from '@skein/contracts/routes';
import type { AnnouncementBody } from '@skein/contracts/instance';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey } from './admin.queries.ts';

const announcementsKey = [...adminKey, 'announcements'];

export const announcementsQuery = queryOptions({
  queryKey: announcementsKey,
  queryFn: ({ signal }) => request(routes.listAnnouncements, { signal }),
});

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: announcementsKey });

/** Creates an announcement, or changes the one with this id. */
export function useSaveAnnouncement(announcementId: string | undefined) {
  return useMutation({
    mutationFn: (body: AnnouncementBody) =>
      announcementId === undefined
        ? request(routes.createAnnouncement, { body })
        : request(routes.updateAnnouncement, { params: { announcementId }, body }),
    onSuccess: (_saved, _body, _before, { client }) => {
      toast.success(t('admin.announcements.saved'));
      return refetch(client);
    },
  });
}

export function useDeleteAnnouncement() {
  return useMutation({
    mutationFn: (announcementId: string) =>
      request(routes.deleteAnnouncement, { params: { announcementId } }),
    onSuccess: ({ message }, _id, _before, { client }) => {
      toast.success(message);
      return refetch(client);
    },
    onError: (error, _id, _before, { client }) => {
      // Another administrator may have deleted it.
      if (error instanceof ApiError) void refetch(client);
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}
