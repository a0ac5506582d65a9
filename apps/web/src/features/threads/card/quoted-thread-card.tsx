import type { QuotedThread, QuoteState } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { ThreadByline } from './thread-byline.tsx';
import { ThreadLinkCard } from './thread-link-card.tsx';
import { ThreadPoll } from '../poll/thread-poll.tsx';
import { ThreadMedia } from '../media/thread-media.tsx';
import { WarnedContent } from '../sensitive/warned-content.tsx';
import { TextSegments } from './thread-text.tsx';

interface QuotedThreadCardProps {
  /** Null if it was deleted, its author removed it or has not approved the quote, or the viewer may not see it. */
  thread: QuotedThread | null;
  state?: QuoteState | null;
}

const reasons = {
  accepted: 'thread.unavailable',
  pending: 'thread.quotePending',
  rejected: 'thread.quoteRejected',
  revoked: 'thread.detached',
  deleted: 'thread.unavailable',
  unauthorized: 'thread.unavailable',
} as const;

/** A quoted thread. */
export function QuotedThreadCard({ thread, state }: QuotedThreadCardProps) {
  if (thread === null || thread.isDeleted) {
    return (
      <p className="mt-2.5 rounded-lg border border-line bg-sunken px-3 py-2.5 text-muted">
        {t(reasons[state ?? 'unauthorized'])}
      </p>
    );
  }
  return (
    // The surrounding card reads the id: a click here opens the quoted thread.
    <blockquote
      data-thread-id={thread.id}
      className="mt-2.5 rounded-lg border border-line px-3 pt-2.5 pb-3 transition-colors hover:bg-hover"
    >
      <div className="flex min-w-0 items-center gap-2">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} size="xs" />
        <ThreadByline thread={thread} />
      </div>
      <WarnedContent thread={thread}>
        {thread.content !== '' && (
          <p
            dir="auto"
            lang={thread.language ?? undefined}
            className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-line"
          >
            <TextSegments
              content={thread.content}
              mentions={thread.mentions}
              authorUsername={thread.userUsername}
            />
          </p>
        )}
        <ThreadMedia thread={thread} />
        <ThreadPoll thread={thread} />
        <ThreadLinkCard thread={thread} />
      </WarnedContent>
    </blockquote>
  );
}
