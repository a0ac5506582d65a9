import { useQueryClient } from '@tanstack/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Repeat2 from 'lucide-react/icons/repeat-2';
import Share from 'lucide-react/icons/share';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { toggleBookmark, toggleLike, toggleRepost } from './thread-mutations.ts';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import type { CardScreen } from '../overlays/card-overlay.ts';
import { ActionButton } from './action-button.tsx';
import { preloadCardOverlays } from '../overlays/lazy-card-overlays.tsx';
import { ReactionButton } from './reaction-button.tsx';
import { useLongPress } from './use-long-press.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

interface ThreadActionsProps {
  thread: Thread;
  screen: CardScreen;
}

/** The action bar of a thread. Keyboard shortcuts find the buttons by `data-action`. */
export function ThreadActions({ thread, screen }: ThreadActionsProps) {
  const client = useQueryClient();
  const { openComposer } = useDialogs();
  const { likesCount, repliesCount, isLiked } = thread;
  return (
    <div
      role="group"
      aria-label={t('card.actions')}
      // Equal columns align the icons of all cards. On phones with large text, they take two lines.
      className="mt-1 -mr-2 -mb-2.5 -ml-2 grid grid-cols-[repeat(5,1fr)_auto] justify-items-start max-[16rem]:grid-cols-3 max-[13rem]:grid-cols-2 sm:-ml-2.5"
    >
      <ActionButton
        data-action="reply"
        label={t('card.reply')}
        count={repliesCount}
        countText={t('card.replies', { count: repliesCount })}
        aria-haspopup="dialog"
        disabledReason={!thread.canReply && t('card.cannotReply')}
        onClick={() => openComposer({ kind: 'reply', thread })}
      >
        <MessageCircle aria-hidden className="size-4.5" />
      </ActionButton>
      <RepostButton thread={thread} screen={screen} />
      <ActionButton
        data-action="like"
        label={t('card.like')}
        count={likesCount}
        countText={t('card.likes', { count: likesCount })}
        tone="like"
        aria-pressed={isLiked}
        onClick={() => toggleLike(client, thread)}
      >
        <Heart aria-hidden className={iconClass(isLiked)} />
      </ActionButton>
      <ReactionButton thread={thread} />
      <BookmarkButton thread={thread} screen={screen} />
      <ActionButton
        label={t('card.share')}
        aria-haspopup="menu"
        className="max-[22rem]:hidden"
        onFocus={preloadCardOverlays}
        onPointerEnter={preloadCardOverlays}
        onClick={({ currentTarget }) => void share({ thread, screen }, currentTarget)}
      >
        <Share aria-hidden className="size-4.5" />
      </ActionButton>
    </div>
  );
}

/** Opens the native share sheet on phones, otherwise the share menu. */
async function share({ thread, screen }: ThreadActionsProps, anchor: HTMLElement): Promise<void> {
  try {
    const { shareAtOnce } = await withMessages(
      async () => import('../overlays/share-thread.ts'),
      'overlays',
    );
    if (shareAtOnce(thread)) return;
  } catch {
    // If there is no connection, the menu reports it.
  }
  openCardOverlay({ kind: 'share', thread, screen, anchor });
}

/** Undoes a repost directly; otherwise opens the choice between repost and quote. */
function RepostButton({ thread, screen }: ThreadActionsProps) {
  const client = useQueryClient();
  const { openComposer } = useDialogs();
  const { isReposted, repostsCount } = thread;
  const onPress = (anchor: HTMLElement) => {
    if (isReposted) toggleRepost(client, thread);
    else if (screen === 'my-posts') openComposer({ kind: 'quote', thread, variant: 'my-posts' });
    else openCardOverlay({ kind: 'repost', thread, screen, anchor });
  };
  return (
    <ActionButton
      data-action="repost"
      label={t('card.repost')}
      count={repostsCount}
      countText={t('card.reposts', { count: repostsCount })}
      tone="repost"
      aria-pressed={isReposted}
      aria-haspopup={isReposted ? undefined : 'menu'}
      disabledReason={!isReposted && !thread.canRepost && t('card.cannotRepost')}
      onFocus={preloadCardOverlays}
      onPointerEnter={preloadCardOverlays}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <Repeat2 aria-hidden className="size-4.5" />
    </ActionButton>
  );
}

/** Toggles the bookmark. A right click or a long press opens the folders. */
function BookmarkButton({ thread, screen }: ThreadActionsProps) {
  const client = useQueryClient();
  const { isBookmarked, bookmarksCount } = thread;
  const count = bookmarksCount ?? 0;
  const open = () => openCardOverlay({ kind: 'folder', thread, screen });
  const { cancel, hasOpened, handlers } = useLongPress(open);
  return (
    <ActionButton
      data-action="bookmark"
      label={t('card.bookmark')}
      count={count}
      countText={t('card.bookmarks', { count })}
      aria-pressed={isBookmarked}
      // This prevents a long press from selecting text or opening the callout of iOS.
      className="touch-manipulation select-none [-webkit-touch-callout:none]"
      onClick={() => {
        if (hasOpened()) return;
        toggleBookmark(client, thread);
      }}
      {...handlers}
      // Android sends it during a long press as well, iOS does not.
      onContextMenu={(event) => {
        event.preventDefault();
        cancel();
        if (!hasOpened()) open();
      }}
    >
      <Bookmark aria-hidden className={iconClass(isBookmarked)} />
    </ActionButton>
  );
}

const iconClass = (isOn: boolean) => (isOn ? 'size-4.5 fill-current' : 'size-4.5');
