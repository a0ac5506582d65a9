import type { Ref } from 'react';
import { Repeat2 } from 'lucide-react';
import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { MediaGrid } from './media-grid.tsx';
import { PollResults } from './poll-results.tsx';
import { QuotedThreadCard } from './quoted-thread-card.tsx';
import { ThreadByline } from './thread-byline.tsx';
import { ThreadCounts } from './thread-counts.tsx';
import { ThreadText } from './thread-text.tsx';

interface ThreadCardProps {
  thread: Thread;
  /** Place in its feed, from 1. */
  position?: number;
  /** Cards of a list share one stop of the Tab key; the list moves it. */
  tabIndex?: 0 | -1;
  onFocus?: () => void;
  ref?: Ref<HTMLElement>;
}

/** One thread in a list: no box, a hairline to the next. */
export function ThreadCard({ thread, position, tabIndex, onFocus, ref }: ThreadCardProps) {
  const isQuote = thread.quotedThreadId !== null;
  return (
    // Focus is only watched, from the card and everything in it, to know where j and k go on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={ref}
      tabIndex={tabIndex}
      onFocus={onFocus}
      aria-label={t('thread.label', { name: thread.userName ?? t('person.unknown') })}
      aria-posinset={position}
      // How many there are in all is not known before the end of the feed.
      aria-setsize={position && -1}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 pt-3 pb-3.5 focus-visible:-outline-offset-2"
    >
      {thread.repostedBy && (
        <p className="col-start-2 mb-1 flex items-center gap-1.5 text-sm font-medium text-muted">
          <Repeat2 aria-hidden="true" className="size-4" />
          {t('thread.repostedBy', { name: thread.repostedBy.name })}
        </p>
      )}
      <div className="col-start-1">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />
      </div>
      <div className="min-w-0">
        <ThreadByline thread={thread} />
        <ThreadText content={thread.content} />
        <MediaGrid media={thread.media} />
        {thread.poll && <PollResults poll={thread.poll} />}
        {isQuote && <QuotedThreadCard thread={thread.quotedThread} />}
        <ThreadCounts thread={thread} />
      </div>
    </article>
  );
}
