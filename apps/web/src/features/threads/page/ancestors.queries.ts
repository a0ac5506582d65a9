import { queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { Thread, ThreadPage } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { cachedListMs } from '../list/list-options.ts';

interface AncestorsPage extends ThreadPage {
  /** The ids in order, null for a thread that the viewer may not see. */
  chain: (string | null)[];
}

/** The threads above a reply, from the top, null for those that the viewer may not see. */
export function ancestorsQuery(threadId: string) {
  return queryOptions({
    queryKey: threadKeys.ancestors(threadId),
    queryFn: async ({ signal }) =>
      toList(await request(routes.listAncestors, { params: { threadId }, signal })),
    gcTime: cachedListMs,
    select: ({ pages }) => pages.flatMap(readChain),
  });
}

/** In the shape of all cached lists, so that changes of a thread reach it. */
function toList(ancestors: (Thread | null)[]): InfiniteData<AncestorsPage, string | null> {
  const content = ancestors.filter((thread) => thread !== null);
  const chain = ancestors.map((thread) => thread?.id ?? null);
  const page = { content, page: null, size: content.length, last: true, nextCursor: null, chain };
  return { pages: [page], pageParams: [null] };
}

function readChain({ content, chain }: AncestorsPage): (Thread | null)[] {
  return chain.map((id) => content.find((thread) => thread.id === id) ?? null);
}
