import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import Users from 'lucide-react/icons/users';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useId, useState } from 'react';
import type { RefObject } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { chatSearchDebounceMs } from '@skein/contracts/limits';
import { useSearchParams } from 'react-router-dom';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ThemeToggle } from '../../../ui/layout/theme-toggle.tsx';
import { LinkTabs } from '../../../ui/link-tabs.tsx';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { requestsCountQuery } from '../api/conversations.queries.ts';
import { ConversationList } from './conversation-list.tsx';
import { ChatRowsSkeleton } from './chat-rows-skeleton.tsx';

const loadSearchResults = async () => ({
  default: (await import('../search/search-results.tsx')).SearchResults,
});
const SearchResults = lazy(loadSearchResults);

const loadCreateGroupDialog = () =>
  withMessages(
    async () => ({
      default: (await import('../groups/create-group-dialog.tsx')).CreateGroupDialog,
    }),
    'groups',
  );
const CreateGroupDialog = lazy(loadCreateGroupDialog);

interface ChatsPaneProps {
  viewerId: string;
  /** The id or username in the URL of the open conversation. */
  current: string | undefined;
  headingRef: RefObject<HTMLHeadingElement | null> | null;
}

/** The conversation list, and a search for messages and for followers to start a conversation with. */
export function ChatsPane({ viewerId, current, headingRef }: ChatsPaneProps) {
  const [text, setText] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const search = useDebounced(text.trim(), chatSearchDebounceMs);
  const isSearching = text.trim() !== '';
  // An open conversation has the h1 of the page.
  const Heading = current === undefined ? 'h1' : 'h2';
  return (
    <div
      className={`flex w-full shrink-0 flex-col lg:w-80 lg:border-r lg:border-line ${current === undefined ? '' : 'max-lg:hidden'}`}
    >
      <div className="max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:bg-canvas">
        <header className="flex h-14 items-center pr-2 pl-4">
          <Heading
            ref={headingRef}
            tabIndex={-1}
            className="grow text-lg font-semibold outline-none"
          >
            {t('chat.title')}
          </Heading>
          <IconButton
            icon={Users}
            label={t('chat.newGroup')}
            onFocus={preloader(loadCreateGroupDialog)}
            onPointerEnter={preloader(loadCreateGroupDialog)}
            onClick={() => setIsCreating(true)}
          />
          <ThemeToggle />
        </header>
        <SearchBox text={text} onChange={setText} />
      </div>
      <FocusRegion className="min-h-0 grow overscroll-contain sm:overflow-y-auto">
        {isSearching ? (
          <Suspense fallback={<ChatRowsSkeleton text={t('chat.searching')} />}>
            <SearchResults
              viewerId={viewerId}
              search={search}
              isUpToDate={search === text.trim()}
              onSelect={() => setText('')}
            />
          </Suspense>
        ) : (
          <Folder viewerId={viewerId} current={current} />
        )}
      </FocusRegion>
      {isCreating && (
        <Suspense>
          <CreateGroupDialog viewerId={viewerId} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The inbox; if there are requests, or they are open, tabs for both. */
function Folder({ viewerId, current }: Pick<ChatsPaneProps, 'viewerId' | 'current'>) {
  const [search] = useSearchParams();
  const isInbox = search.get('folder') !== 'requests';
  const { data: count = 0 } = useQuery(requestsCountQuery);
  const folder = isInbox ? 'inbox' : 'requests';
  return (
    <>
      {(count > 0 || !isInbox) && (
        <LinkTabs
          label={t('chat.folders')}
          tabs={[
            { to: paths.messages, label: t('chat.title'), isCurrent: isInbox },
            {
              to: paths.messageRequests,
              label: t('chat.requestsCount', { count }),
              isCurrent: !isInbox,
            },
          ]}
        />
      )}
      {!isInbox && <p className="px-4 py-3 text-sm text-muted">{t('chat.requestsHint')}</p>}
      <ConversationList key={folder} folder={folder} viewerId={viewerId} current={current} />
    </>
  );
}

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const hintId = useId();
  return (
    <div role="search" className="relative px-4 pb-3">
      <Search
        className="size-4.5 pointer-events-none absolute top-5 left-7 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        type="search"
        value={text}
        onFocus={preloader(loadSearchResults)}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        aria-label={t('chat.search')}
        aria-describedby={hintId}
        placeholder={t('chat.search')}
        maxLength={100}
        className="peer h-10 w-full rounded-full border border-field bg-canvas pr-10 pl-10 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent [&::-webkit-search-cancel-button]:hidden"
      />
      {/* Above the list, which must not move when a press on a row takes the focus away. */}
      <p
        id={hintId}
        className="pointer-events-none absolute inset-x-4 top-11 z-10 hidden rounded-md border border-line bg-raised px-3 py-2 text-sm text-muted shadow-raised peer-focus:peer-placeholder-shown:block"
      >
        {t('chat.searchHint')}
      </p>
      {text !== '' && (
        <button
          type="button"
          aria-label={t('chat.clearSearch')}
          onClick={() => onChange('')}
          className="absolute top-1 right-5 grid size-8 place-items-center rounded-full text-muted hover:bg-hover hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
