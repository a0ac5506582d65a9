import { Suspense, lazy } from 'react';
import type { Ref } from 'react';
import { Ellipsis, Repeat2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { openCardLayer } from '../overlays/card-overlay.ts';
import type { CardScreen } from '../overlays/card-overlay.ts';
import { useCardShortcuts } from './use-card-shortcuts.ts';
import { preloadCardLayers } from '../overlays/card-overlay-host.tsx';
import { PollBox } from '../poll/poll-box.tsx';
import { QuotedThreadCard } from './quoted-thread-card.tsx';
import { ThreadActions } from '../engagement/thread-actions.tsx';
import { ThreadByline } from './thread-byline.tsx';
import { ThreadMedia } from '../media/thread-media.tsx';
import { ThreadText } from './thread-text.tsx';
import type { Highlight } from './thread-text.tsx';

const AnsweredLabel = lazy(async () => ({
  default: (await import('./reply-parent-label.tsx')).AnsweredLabel,
}));

interface ThreadCardProps {
  thread: Thread;
  screen?: CardScreen;
  /** Draws the stretches of its text. */
  highlight?: Highlight;
  /** What it answers stands above it. */
  isAnswerPlain?: boolean;
  /** Place in its list, from 1. */
  position?: number;
  /** Cards of a list share one stop of the Tab key; the list moves it. */
  tabIndex?: 0 | -1;
  onFocus?: () => void;
  ref?: Ref<HTMLElement>;
}

/** One thread in a list: no box, a hairline to the next. */
export function ThreadCard(props: ThreadCardProps) {
  const { thread, screen = 'feed', highlight, isAnswerPlain = false, position, ...card } = props;
  const shortcuts = useCardShortcuts();
  return (
    <article
      {...card}
      {...shortcuts}
      data-thread-id={thread.id}
      aria-label={t('thread.label', { name: thread.userName ?? t('person.unknown') })}
      aria-posinset={position}
      // How many there are in all is not known before the end of the list.
      aria-setsize={position && -1}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 pt-3 pb-3.5 focus-visible:-outline-offset-2"
    >
      {thread.repostedBy && (
        <p className="col-start-2 mb-1 flex items-center gap-1.5 text-sm font-medium text-muted">
          <Repeat2 aria-hidden="true" className="size-4" />
          {t('thread.repostedBy', { name: thread.repostedBy.name })}
        </p>
      )}
      {thread.isDeleted ? (
        <p className="col-span-2 py-1 text-muted">{t('thread.deleted')}</p>
      ) : (
        <LiveThread {...{ thread, screen, highlight, isAnswerPlain }} />
      )}
    </article>
  );
}

interface LiveThreadProps {
  thread: Thread;
  screen: CardScreen;
  highlight: Highlight | undefined;
  isAnswerPlain: boolean;
}

function LiveThread({ thread, screen, highlight, isAnswerPlain }: LiveThreadProps) {
  const { userUsername } = thread;
  const avatar = <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />;
  return (
    <>
      <div className="col-start-1">
        {userUsername === null ? (
          avatar
        ) : (
          // The same as the name beside it, which is the one for keyboard and screen reader.
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
            // Between the name and the text, without covering either.
            className="-my-0.5 -mr-1 ml-1 pointer-coarse:-mr-2.5 pointer-coarse:w-10"
            onFocus={preloadCardLayers}
            onPointerEnter={preloadCardLayers}
            onClick={({ currentTarget: anchor }) =>
              openCardLayer({ kind: 'menu', thread, screen, anchor })
            }
          />
        </div>
        {thread.threadLevel > 0 && !isAnswerPlain && (
          <Suspense fallback={<p className="h-6" />}>
            <AnsweredLabel reply={thread} />
          </Suspense>
        )}
        <ThreadText content={thread.content} mentions={thread.mentions} highlight={highlight} />
        <ThreadMedia media={thread.media} />
        <PollBox thread={thread} />
        {thread.threadType === 'quote' && <QuotedThreadCard thread={thread.quotedThread} />}
        <ThreadActions thread={thread} screen={screen} />
      </div>
    </>
  );
}
