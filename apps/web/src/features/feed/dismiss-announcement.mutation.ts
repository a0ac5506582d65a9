import { useMutation } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import type { ThreadList } from '../threads/cache/thread-cache.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import { withoutAnnouncements } from './feed-announcements.ts';

/** Removes an announcement from all feeds, on all devices of the viewer. */
export function useDismissAnnouncement() {
  return useMutation({
    mutationFn: (announcementId: string) =>
      request(routes.dismissAnnouncement, { params: { announcementId } }),
    onSuccess: (_response, dismissedId, _before, { client }) => {
      for (const queryKey of [threadKeys.feeds, threadKeys.feedHeads]) {
        client.setQueriesData<ThreadList>(
          { queryKey },
          (list) => list && withoutAnnouncements(list, ({ id }) => id === dismissedId),
        );
      }
    },
    onError: () => toast.error(t('feed.announcementFailed')),
  });
}
