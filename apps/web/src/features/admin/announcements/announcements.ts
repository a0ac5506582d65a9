import * as routes from '@skein/contracts/routes';
import type { AnnouncementBody } from '@skein/contracts/instance';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

const announcementsKey = [...adminKey, 'announcements'];

export const announcementsQuery = queryOptions({
  queryKey: announcementsKey,
  queryFn: ({ signal }) => request(routes.listAnnouncements, { signal }),
});

/** Creates an announcement, or changes the one with this id. */
export function useSaveAnnouncement(announcementId: string | undefined) {
  const send = (body: AnnouncementBody) =>
    announcementId === undefined
      ? request(routes.createAnnouncement, { body })
      : request(routes.updateAnnouncement, { params: { announcementId }, body });
  return useMutation(
    adminMutation(send, {
      invalidates: [announcementsKey],
      showsErrors: true,
      onSaved: () => toast.success(t('admin.announcements.saved')),
    }),
  );
}

export function useDeleteAnnouncement() {
  const send = (announcementId: string) =>
    request(routes.deleteAnnouncement, { params: { announcementId } });
  return useMutation(adminMutation(send, { invalidates: [announcementsKey] }));
}
