import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import type { PagedQuery } from '../../../api/next-page.ts';
import { ListMessage } from '../../../ui/list-message.tsx';
import { ThreadListCards } from './thread-list-cards.tsx';
import type { ListItemProps } from './thread-list-cards.tsx';
import { ThreadListEnd } from './thread-list-end.tsx';
import { ThreadListSkeleton } from './thread-list-skeleton.tsx';
import type { ListEntry } from './use-virtual-list.ts';
import { usePageKey } from '../../../lib/history-layers.tsx';

/** The texts of a list in each of its states. */
export interface ThreadListTexts {
  /** The list's accessible name. */
  label: string;
  loading: string;
  empty: string;
  error: string;
  end?: string;
}

interface ThreadListProps<Entry extends ListEntry> {
  query: PagedQuery & Pick<UseInfiniteQueryResult, 'isError'>;
  /** The entries of the loaded pages; undefined until the first page is loaded. */
  entries: readonly Entry[] | undefined;
  texts: ThreadListTexts;
  /** The approximate height of an entry in pixels. Must be the same function on each render. */
  estimateHeight: (entry: Entry) => number;
  renderCard: (entry: Entry, itemProps: ListItemProps) => ReactNode;
  /** An entry to scroll into view. */
  scrollToId?: string | null;
}

/**
 * A list of threads with its loading, empty and error states, infinite scrolling, and restoring of
 * the scroll position.
 */
export function ThreadList<Entry extends ListEntry>(props: ThreadListProps<Entry>) {
  const { query, entries, texts, estimateHeight, renderCard, scrollToId = null } = props;
  const key = usePageKey();
  const { isError, isFetchingNextPage } = query;
  // The first cards are rendered in short tasks, so that a slow device reacts to input meanwhile.
  const hasEntries = useDeferredValue(entries !== undefined);

  if (entries === undefined && isError) {
    return (
      <ListMessage text={texts.error}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (entries === undefined || !hasEntries) return <ThreadListSkeleton text={texts.loading} />;
  if (entries.length === 0) {
    // A filter may hide all threads of a page.
    if (query.hasNextPage) return <ThreadListEnd query={query} text={undefined} />;
    return <ListMessage text={texts.empty} />;
  }
  return (
    <ThreadListCards
      key={key}
      label={texts.label}
      scrollKey={key}
      entries={entries}
      estimateHeight={estimateHeight}
      renderCard={renderCard}
      isBusy={isFetchingNextPage}
      scrollToId={scrollToId}
    >
      <ThreadListEnd query={query} text={texts.end} />
    </ThreadListCards>
  );
}
