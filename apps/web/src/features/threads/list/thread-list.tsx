import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import type { PagedQuery } from '../../../api/next-page.ts';
import type { ListEntry } from './use-virtual-list.ts';
import { ThreadListCards } from './thread-list-cards.tsx';
import type { CardPlace } from './thread-list-cards.tsx';
import { ThreadListEnd } from './thread-list-end.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { ThreadListSkeleton } from './thread-list-skeleton.tsx';

/** What a list says in each of its states. */
export interface ThreadListWords {
  /** The list's name. */
  label: string;
  loading: string;
  empty: string;
  error: string;
  end?: string;
}

interface ThreadListProps<Entry extends ListEntry> {
  query: PagedQuery & Pick<UseInfiniteQueryResult, 'isError'>;
  /** What there is to show; undefined until the first page has come. */
  entries: readonly Entry[] | undefined;
  words: ThreadListWords;
  /** About how high an entry will be, in pixels; the same function each time. */
  estimateHeight: (entry: Entry) => number;
  renderCard: (entry: Entry, place: CardPlace) => ReactNode;
  /** An entry to bring into sight, if it is out of it. */
  wantedId?: string | null;
}

/**
 * A list of threads with all its states: page after page as one scrolls, and at the very place
 * that one left when one comes back to it.
 */
export function ThreadList<Entry extends ListEntry>(props: ThreadListProps<Entry>) {
  const { query, entries, words, estimateHeight, renderCard, wantedId = null } = props;
  const { key } = useLocation();
  const { isError, isFetchingNextPage } = query;

  if (entries === undefined) {
    if (!isError) return <ThreadListSkeleton text={words.loading} />;
    return (
      <ListMessage text={words.error}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (entries.length === 0) return <ListMessage text={words.empty} />;
  return (
    <ThreadListCards
      key={key}
      label={words.label}
      placeKey={key}
      entries={entries}
      estimateHeight={estimateHeight}
      renderCard={renderCard}
      isBusy={isFetchingNextPage}
      wantedId={wantedId}
    >
      <ThreadListEnd query={query} text={words.end} />
    </ThreadListCards>
  );
}
