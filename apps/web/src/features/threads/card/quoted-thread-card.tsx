import type { QuotedThread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { ThreadByline } from './thread-byline.tsx';
import { ThreadMedia } from '../media/thread-media.tsx';
import { Segments } from './thread-text.tsx';

/** A thread inside another. Null is one that the viewer may not see, or that is gone. */
export function QuotedThreadCard({ thread }: { thread: QuotedThread | null }) {
  if (thread === null || thread.isDeleted) {
    return (
      <p className="mt-2.5 rounded-lg border border-line bg-sunken px-3 py-2.5 text-muted">
        {t('thread.unavailable')}
      </p>
    );
  }
  return (
    // Read by the card around it, whose free area is a short cut to the link that the time is.
    <blockquote
      data-thread-id={thread.id}
      className="mt-2.5 rounded-lg border border-line px-3 pt-2.5 pb-3 transition-colors hover:bg-hover"
    >
      <div className="flex min-w-0 items-center gap-2">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} size="xs" />
        <ThreadByline thread={thread} />
      </div>
      {thread.content !== '' && (
        <p dir="auto" className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-line">
          <Segments content={thread.content} mentions={thread.mentions} />
        </p>
      )}
      <ThreadMedia media={thread.media} />
    </blockquote>
  );
}
