import { lazy, Suspense, useRef, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { ChatRowsSkeleton } from '../list/chat-rows-skeleton.tsx';
import { FollowerSearchResults } from '../list/follower-search-results.tsx';

const loadMessageSearchResults = async () => ({
  default: (await import('./message-search-results.tsx')).MessageSearchResults,
});
const MessageSearchResults = lazy(loadMessageSearchResults);

interface SearchResultsProps {
  viewerId: string;
  search: string;
  /** Whether `search` is the current text of the box, without a pending debounce. */
  isUpToDate: boolean;
  /** A follower was selected. The results for messages stay, to open further ones. */
  onSelect: () => void;
}

/** The followers or, after a choice, the messages that match the text of the search box. */
export function SearchResults({ viewerId, search, isUpToDate, onSelect }: SearchResultsProps) {
  const [target, setTarget] = useState<'followers' | 'messages'>('followers');
  const choices = [
    { value: 'followers', label: t('chat.searchFollowers') },
    { value: 'messages', label: t('chat.searchMessages') },
  ] as const;
  const messagesButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div role="group" aria-label={t('chat.searchTarget')} className="flex border-b border-line">
        {choices.map(({ value, label }) => (
          <button
            key={value}
            ref={value === 'messages' ? messagesButton : undefined}
            type="button"
            aria-pressed={target === value}
            onPointerEnter={preloader(loadMessageSearchResults)}
            onClick={() => setTarget(value)}
            className="group flex h-12 flex-1 items-center justify-center font-semibold whitespace-nowrap text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:text-ink"
          >
            <span
              className={classNames(
                'flex h-full items-center border-b-3 px-1',
                target === value ? 'border-accent' : 'border-transparent',
              )}
            >
              {label}
            </span>
          </button>
        ))}
      </div>
      {target === 'followers' ? (
        <FollowerSearchResults
          viewerId={viewerId}
          search={search}
          isUpToDate={isUpToDate}
          onSelect={onSelect}
          onSearchMessages={() => {
            setTarget('messages');
            // The pressed button disappears.
            messagesButton.current?.focus();
          }}
        />
      ) : (
        <Suspense fallback={<ChatRowsSkeleton text={t('chat.searching')} />}>
          <MessageSearchResults search={search} isUpToDate={isUpToDate} />
        </Suspense>
      )}
    </>
  );
}
