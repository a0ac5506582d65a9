import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Thread } from '@skein/contracts/threads';
import type { ThreadList } from '../features/threads/cache/thread-cache.ts';
import { threadKeys } from '../features/threads/cache/thread-keys.ts';
import { CardOverlayHost } from '../features/threads/overlays/card-overlay-host.tsx';
import { ThreadCard } from '../features/threads/card/thread-card.tsx';
import type { CardScreen } from '../features/threads/overlays/card-overlay.ts';
import { createQueryClient } from '../api/query-client.ts';
import { aThread, aThreadPage } from './threads.ts';
import { AppRouter, useHistoryEntry } from '../lib/navigation.tsx';

/** Renders a card from the query cache, as a list does, so that mutations update it. */
export function renderCard(fields: Partial<Thread> = {}, screen?: CardScreen) {
  const thread = aThread(fields);
  const client = createQueryClient();
  const list: ThreadList = { pages: [aThreadPage([thread])], pageParams: [null] };
  client.setQueryData(threadKeys.feed('all'), list);
  const { container } = render(
    <QueryClientProvider client={client}>
      <AppRouter>
        <CachedCards screen={screen} />
        <Address />
        <CardOverlayHost />
      </AppRouter>
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
  return <output aria-label="Address">{useHistoryEntry().pathname}</output>;
}
