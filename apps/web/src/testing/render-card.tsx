import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Thread } from '@skein/contracts/threads';
import { useLocation } from 'react-router-dom';
import type { ThreadList } from '../features/threads/cache/thread-cache.ts';
import { threadKeys } from '../features/threads/cache/thread-keys.ts';
import { LazyCardOverlays } from '../features/threads/overlays/lazy-card-overlays.tsx';
import { ThreadCard } from '../features/threads/card/thread-card.tsx';
import type { CardScreen } from '../features/threads/overlays/card-overlay.ts';
import { createQueryClient } from '../api/query-client.ts';
import { TestRouter } from './test-router.tsx';
import { aThread, aThreadPage } from './threads.ts';

/** Renders a card from the query cache, as a list does, so that mutations update it. */
export function renderCard(fields: Partial<Thread> = {}, screen?: CardScreen) {
  const thread = aThread(fields);
  const client = createQueryClient();
  const list: ThreadList = { pages: [aThreadPage([thread])], pageParams: [null] };
  client.setQueryData(threadKeys.feed('all'), list);
  const { container } = render(
    <QueryClientProvider client={client}>
      <TestRouter>
        <CachedCards screen={screen} />
        <Address />
        <LazyCardOverlays />
      </TestRouter>
    </QueryClientProvider>,
  );
  return { thread, client, container, user: userEvent.setup() };
}

function CachedCards({ screen }: { screen: CardScreen | undefined }) {
  const { data } = useQuery<ThreadList>({ queryKey: threadKeys.feed('all'), queryFn: skipToken });
  return data?.pages[0]?.content.map((thread) => (
    <ThreadCard key={thread.id} thread={thread} tabIndex={0} {...(screen && { screen })} />
  ));
}

function Address() {
  return <output aria-label="Address">{useLocation().pathname}</output>;
}
