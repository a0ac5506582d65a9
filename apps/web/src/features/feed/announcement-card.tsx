import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import Megaphone from 'lucide-react/icons/megaphone';
import X from 'lucide-react/icons/x';
import { t } from '../../i18n/index.ts';
import { firstClick } from '../../lib/first-click.ts';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { TextSegments } from '../threads/card/thread-text.tsx';
import { useDismissAnnouncement } from './dismiss-announcement.mutation.ts';
import { feedQuery } from './feed.queries.ts';
import { firstAnnouncement } from './feed-announcements.ts';

/** The latest announcement that the viewer has not dismissed. It arrives with the feed, so nothing shifts. */
export function AnnouncementCard({ feed }: { feed: FeedKind }) {
  const query = useInfiniteQuery({ ...feedQuery(feed), select: firstAnnouncement });
  // Appears together with the threads, whose rendering is deferred, and not above their skeleton.
  const data = useDeferredValue(query.data);
  const { mutate, isPending } = useDismissAnnouncement();
  return (
    <FocusRegion>
      {data && (
        <section
          key={data.id}
          aria-label={t('feed.announcement')}
          className="flex items-start gap-3 border-b border-line bg-welcome py-2 pr-2 pl-4"
        >
          <Megaphone aria-hidden size="1.25rem" className="mt-2.5 shrink-0 text-muted" />
          <p className="min-w-0 grow py-2 wrap-anywhere whitespace-pre-line" dir="auto">
            <TextSegments content={data.text} />
          </p>
          <IconButton
            icon={X}
            label={t('feed.dismissAnnouncement')}
            aria-busy={isPending}
            onClick={firstClick(() => {
              // Disabling the button would take its focus.
              if (!isPending) mutate(data.id);
            })}
          />
        </section>
      )}
    </FocusRegion>
  );
}
