import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import type { Thread } from '@skein/contracts/threads';
import { openComposer } from '../../../lib/composer-request.ts';
import { t } from '../../../i18n/index.ts';
import { act } from './load-mutations.ts';
import { openCardLayer } from '../overlays/card-overlay.ts';
import type { CardScreen } from '../overlays/card-overlay.ts';
import { ActionButton } from './action-button.tsx';
import { preloadCardLayers } from '../overlays/card-overlay-host.tsx';
import { ReactionButton } from './reaction-button.tsx';

interface ThreadActionsProps {
  thread: Thread;
  screen: CardScreen;
}

/** What one can do with a thread, and how often it was done. Keys find the buttons by `data-act`. */
export function ThreadActions({ thread, screen }: ThreadActionsProps) {
  const client = useQueryClient();
  const { likesCount, repliesCount, isLiked, isBookmarked } = thread;
  return (
    <div
      role="group"
      aria-label={t('card.actions')}
      // Equal shares, so that the icons of one card stand under those of the next.
      className="mt-1 -mr-2 -mb-2.5 -ml-2 grid grid-cols-[repeat(5,1fr)_auto] justify-items-start sm:-ml-2.5"
    >
      <ActionButton
        data-act="reply"
        label={t('card.reply')}
        count={repliesCount}
        countText={t('card.replies', { count: repliesCount })}
        aria-haspopup="dialog"
        refusal={!thread.canReply && t('card.cannotReply')}
        onClick={() => openComposer({ kind: 'reply', thread })}
      >
        <MessageCircle aria-hidden className="size-4.5" />
      </ActionButton>
      <RepostButton thread={thread} screen={screen} />
      <ActionButton
        data-act="like"
        label={t('card.like')}
        count={likesCount}
        countText={t('card.likes', { count: likesCount })}
        tone="like"
        aria-pressed={isLiked}
        onClick={() => act((acts) => acts.toggleLike(client, thread))}
      >
        <Heart aria-hidden className={iconClass(isLiked)} />
      </ActionButton>
      <ReactionButton thread={thread} />
      <ActionButton
        label={t('card.bookmark')}
        count={thread.bookmarksCount ?? 0}
        countText={t('card.bookmarks', { count: thread.bookmarksCount ?? 0 })}
        aria-pressed={isBookmarked}
        onClick={() => act((acts) => acts.toggleBookmark(client, thread))}
      >
        <Bookmark aria-hidden className={iconClass(isBookmarked)} />
      </ActionButton>
      <ActionButton
        label={t('card.share')}
        aria-haspopup="menu"
        className="max-[22rem]:hidden"
        onFocus={preloadCardLayers}
        onPointerEnter={preloadCardLayers}
        onClick={({ currentTarget: anchor }) =>
          act((acts) => {
            if (!acts.shareAtOnce(thread)) openCardLayer({ kind: 'share', thread, screen, anchor });
          })
        }
      >
        <Share aria-hidden className="size-4.5" />
      </ActionButton>
    </div>
  );
}

/** Undoes at once; what is not reposted yet, there is a choice for. */
function RepostButton({ thread, screen }: ThreadActionsProps) {
  const client = useQueryClient();
  const { isReposted } = thread;
  const count = thread.repostsCount + thread.quotesCount;
  const choose = (anchor: HTMLElement) => {
    if (isReposted) act((acts) => acts.toggleRepost(client, thread));
    else if (screen === 'my-posts') openComposer({ kind: 'quote', thread, variant: 'my-posts' });
    else openCardLayer({ kind: 'repost', thread, screen, anchor });
  };
  return (
    <ActionButton
      label={t('card.repost')}
      count={count}
      countText={t('card.reposts', { count })}
      tone="repost"
      aria-pressed={isReposted}
      aria-haspopup={isReposted ? undefined : 'menu'}
      refusal={!isReposted && !thread.canRepost && t('card.cannotRepost')}
      onFocus={preloadCardLayers}
      onPointerEnter={preloadCardLayers}
      onClick={({ currentTarget }) => choose(currentTarget)}
    >
      <Repeat2 aria-hidden className="size-4.5" />
    </ActionButton>
  );
}

const iconClass = (isOn: boolean) => (isOn ? 'size-4.5 fill-current' : 'size-4.5');
