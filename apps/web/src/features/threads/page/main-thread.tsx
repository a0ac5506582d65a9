import { useRef } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Link } from 'react-router-dom';
import type { RichTextNode, Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { isEmojiOnly } from '../../../lib/emoji-only.ts';
import { t } from '../../../i18n/index.ts';
import { useKeyboardShortcuts } from '../../../lib/keyboard-shortcuts.ts';
import { paths } from '../../../lib/paths.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { EngagementCounts } from './engagement-counts.tsx';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import { getHandle } from '../card/author-handle.ts';
import { pressAction, useCardShortcuts } from '../card/use-card-shortcuts.ts';
import { AuthorName } from '../card/author-name.tsx';
import { preloadCardOverlays } from '../overlays/lazy-card-overlays.tsx';
import { EditedButton } from '../card/edited-button.tsx';
import { ThreadPoll } from '../poll/thread-poll.tsx';
import { QuotedThreadCard } from '../card/quoted-thread-card.tsx';
import { ThreadActions } from '../engagement/thread-actions.tsx';
import { ThreadMedia } from '../media/thread-media.tsx';
import { WarnedContent } from '../sensitive/warned-content.tsx';
import { ThreadContent } from '../translation/thread-content.tsx';
import { RemoteAttachments } from '../card/remote-attachments.tsx';
import { RichText } from '../card/rich-text.tsx';
import { TextSegments } from '../card/thread-text.tsx';
import { ThreadLinkCard } from '../card/thread-link-card.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { OriginalLink } from '../../../ui/original-link.tsx';

/** The main thread of a thread page: larger than a card, never collapsed, with the full time. */
export function MainThread({ thread }: { thread: Thread }) {
  const shortcuts = useCardShortcuts();
  const article = useRef<HTMLElement>(null);
  // The keys work without focus on the thread, unless a focused reply handles them.
  useKeyboardShortcuts({
    b: () => pressAction(article.current, 'bookmark'),
    l: () => pressAction(article.current, 'like'),
    r: () => pressAction(article.current, 'reply'),
  });
  return (
    <article
      {...shortcuts}
      ref={article}
      data-thread-id={thread.id}
      aria-label={t('thread.label', { name: thread.userName ?? t('user.unknown') })}
      className="border-b border-line px-4 py-card"
    >
      <Author thread={thread} />
      <WarnedContent thread={thread} isMain>
        <ThreadContent
          thread={thread}
          render={(text, isTranslated) => (
            <MainText
              {...text}
              mentions={thread.mentions}
              authorUsername={thread.userUsername}
              richText={isTranslated ? null : thread.remote?.richText}
            />
          )}
        />
        <ThreadMedia thread={thread} isMain />
        <RemoteAttachments thread={thread} />
        <ThreadPoll thread={thread} />
        <ThreadLinkCard thread={thread} />
        {thread.quoteState && (
          <QuotedThreadCard thread={thread.quotedThread} state={thread.quoteState} />
        )}
      </WarnedContent>
      <p className="mt-3 mb-2 text-sm text-muted">
        <time dateTime={thread.createdAt}>{formatFullTime(thread.createdAt)}</time>
        {thread.editedAt !== null && (
          <>
            {' · '}
            <EditedButton thread={thread} />
          </>
        )}
        {thread.remote !== null && (
          <>
            {' · '}
            <OriginalLink url={thread.remote.url}>{t('thread.openOriginal')}</OriginalLink>
          </>
        )}
      </p>
      <ThreadActions thread={thread} screen="feed" />
      <EngagementCounts thread={thread} />
    </article>
  );
}

interface MainTextProps extends Pick<Thread, 'content' | 'language' | 'mentions'> {
  authorUsername: string | null;
  richText: readonly RichTextNode[] | null | undefined;
}

function MainText({ content, language, mentions, authorUsername, richText = null }: MainTextProps) {
  if (content === '') return null;
  const Tag = richText === null ? 'p' : 'div';
  return (
    <Tag
      dir="auto"
      lang={language ?? undefined}
      className={classNames(
        'mt-3 wrap-anywhere whitespace-pre-line',
        isEmojiOnly(content) ? 'text-2xl' : 'text-lg',
      )}
    >
      {richText === null ? (
        <TextSegments {...{ content, mentions, authorUsername }} />
      ) : (
        <RichText
          nodes={richText}
          renderText={(text) => <TextSegments content={text} {...{ mentions, authorUsername }} />}
          authorUsername={authorUsername}
        />
      )}
    </Tag>
  );
}

function Author({ thread }: { thread: Thread }) {
  const { userName, userUsername, userPicture } = thread;
  const handle = getHandle(thread);
  const avatar = <Avatar name={userName ?? ''} picture={userPicture} />;
  const profile = userUsername === null ? null : paths.profile(userUsername);
  return (
    <div className="flex items-center gap-3">
      {profile === null ? (
        avatar
      ) : (
        // Duplicates the author's name, which is the link for keyboard and screen reader.
        <Link to={profile} tabIndex={-1} aria-hidden>
          {avatar}
        </Link>
      )}
      <div className="min-w-0 grow">
        <p className="flex items-center gap-1 leading-6">
          <AuthorName thread={thread} />
          {thread.isUserVerified && <VerifiedBadge />}
        </p>
        {handle !== null && (
          <p className="flex min-w-0 text-muted">
            <Handle username={handle} />
          </p>
        )}
      </div>
      <IconButton
        icon={Ellipsis}
        iconSize={18}
        label={t('card.more')}
        aria-haspopup="menu"
        className="-mr-2.5"
        onFocus={preloadCardOverlays}
        onPointerEnter={preloadCardOverlays}
        onClick={({ currentTarget: anchor }) =>
          openCardOverlay({ kind: 'menu', thread, screen: 'feed', anchor })
        }
      />
    </div>
  );
}
