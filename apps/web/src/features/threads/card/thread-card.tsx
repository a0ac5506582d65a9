import { lazy, Suspense, useState } from 'react';
import type { Ref } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { classNames } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import type { CardScreen } from '../overlays/card-overlay.ts';
import { useCardShortcuts } from './use-card-shortcuts.ts';
import { preloadCardOverlays } from '../overlays/lazy-card-overlays.tsx';
import { ThreadPoll } from '../poll/thread-poll.tsx';
import { QuotedThreadCard } from './quoted-thread-card.tsx';
import { ThreadActions } from '../engagement/thread-actions.tsx';
import { ChainLink } from './chain-link.tsx';
import { ThreadByline } from './thread-byline.tsx';
import { RemoteAttachments } from './remote-attachments.tsx';
import { ThreadLinkCard } from './thread-link-card.tsx';
import { ThreadMedia } from '../media/thread-media.tsx';
import { WarnedContent } from '../sensitive/warned-content.tsx';
import { ThreadContent } from '../translation/thread-content.tsx';
import { ThreadText } from './thread-text.tsx';
import type { Highlight } from './thread-text.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';

const ReplyParentLabel = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./reply-parent-label.tsx')).ReplyParentLabel }),
    'threadPages',
  ),
);

const loadNotes = () => withMessages(() => import('./card-notes.tsx'), 'cardParts');
const FilteredNotice = lazy(async () => ({ default: (await loadNotes()).FilteredNotice }));
const ThreadReason = lazy(async () => ({ default: (await loadNotes()).ThreadReason }));

interface ThreadCardProps {
  thread: Thread;
  screen?: CardScreen;
  /** Renders the text segments, for example with search matches highlighted. */
  highlight?: Highlight;
  /** True if the reply parent is directly above, which makes the label redundant. */
  isParentShown?: boolean;
  /** Position in the list, starting at 1. */
  position?: number;
  /** A list has one tab stop (roving tabindex). */
  tabIndex?: 0 | -1;
  onFocus?: () => void;
  ref?: Ref<HTMLElement>;
}

/** A thread in a list. */
export function ThreadCard(props: ThreadCardProps) {
  const { thread, screen = 'feed', highlight, isParentShown = false, position, ...card } = props;
  const shortcuts = useCardShortcuts();
  const [isShownAnyway, setIsShownAnyway] = useState(false);
  return (
    <article
      {...card}
      {...shortcuts}
      data-thread-id={thread.id}
      aria-label={t('thread.label', { name: thread.userName ?? t('user.unknown') })}
      aria-posinset={position}
      // -1: the total is unknown before the end of the list.
      aria-setsize={position && -1}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-card focus-visible:-outline-offset-2"
    >
      {(thread.repostedBy !== null || thread.followedHashtag !== null) && (
        <div
          className={classNames(
            'col-start-2 mb-1 min-h-6',
            // Room for the target sizes of the hashtag and of the author below.
            thread.followedHashtag !== null && 'pointer-coarse:mt-1 pointer-coarse:mb-3',
          )}
        >
          <Suspense>
            <ThreadReason thread={thread} />
          </Suspense>
        </div>
      )}
      {thread.isDeleted ? (
        <p className="col-span-2 py-1 text-muted">{t('thread.deleted')}</p>
      ) : thread.filteredBy && !isShownAnyway ? (
        <Suspense fallback={<p className="h-8" />}>
          <FilteredNotice phrase={thread.filteredBy.phrase} onShow={() => setIsShownAnyway(true)} />
        </Suspense>
      ) : (
        <CardContent {...{ thread, screen, highlight, isParentShown }} />
      )}
    </article>
  );
}

interface CardContentProps {
  thread: Thread;
  screen: CardScreen;
  highlight: Highlight | undefined;
  isParentShown: boolean;
}

function CardContent({ thread, screen, highlight, isParentShown }: CardContentProps) {
  const { userUsername } = thread;
  const avatar = <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />;
  return (
    <>
      <div className="col-start-1">
        {userUsername === null ? (
          avatar
        ) : (
          // Duplicates the author's name, which is the link for keyboard and screen reader.
          <Link to={paths.profile(userUsername)} tabIndex={-1} aria-hidden>
            {avatar}
          </Link>
        )}
      </div>
      <div className="min-w-0">
        <div className="flex items-start justify-between">
          <ThreadByline thread={thread} />
          <IconButton
            icon={Ellipsis}
            iconSize={18}
            label={t('card.more')}
            aria-haspopup="menu"
            size="xs"
            // Small enough to cover neither the name nor the text.
            className="-my-0.5 -mr-1 ml-1 pointer-coarse:-mr-2.5 pointer-coarse:w-10"
            onFocus={preloadCardOverlays}
            onPointerEnter={preloadCardOverlays}
            onClick={({ currentTarget: anchor }) =>
              openCardOverlay({ kind: 'menu', thread, screen, anchor })
            }
          />
        </div>
        {thread.threadLevel > 0 && !isParentShown && (
          <Suspense fallback={<p className="h-6" />}>
            <ReplyParentLabel reply={thread} />
          </Suspense>
        )}
        <WarnedContent thread={thread}>
          <ThreadContent
            thread={thread}
            render={(text, isTranslated) => (
              <ThreadText
                {...thread}
                {...text}
                highlight={isTranslated ? undefined : highlight}
                richText={isTranslated || highlight !== undefined ? null : thread.remote?.richText}
              />
            )}
          />
          <ThreadMedia thread={thread} />
          <RemoteAttachments thread={thread} />
          <ThreadPoll thread={thread} />
          <ThreadLinkCard thread={thread} />
          {thread.quoteState && (
            <QuotedThreadCard thread={thread.quotedThread} state={thread.quoteState} />
          )}
        </WarnedContent>
        {thread.hasChain && <ChainLink threadId={thread.id} />}
        <ThreadActions thread={thread} screen={screen} />
      </div>
    </>
  );
}
