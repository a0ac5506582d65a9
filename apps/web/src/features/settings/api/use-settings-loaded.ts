import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pushStateQuery } from '../../notifications/api/push.queries.ts';
import { followRequestsQuery } from '../../relationships/api/follow-requests.queries.ts';
import { blockedAndMutedQuery } from '../../relationships/api/blocked-and-muted-users.queries.ts';
import { sessionsQuery } from './sessions.queries.ts';

/**
 * Whether all that stands among the settings has come once, or failed to. How much room it takes
 * nobody knows before, so that whatever stands below would move if it were drawn earlier.
 */
export function useSettingsLoaded(): boolean {
  const [wereKnown, setWereKnown] = useState(false);
  const queries = [
    useQuery(sessionsQuery),
    useQuery(pushStateQuery),
    useQuery(followRequestsQuery),
    useInfiniteQuery(blockedAndMutedQuery('blocked')),
    useInfiniteQuery(blockedAndMutedQuery('muted')),
  ];
  const areKnown = queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
  // What failed is asked for again where it is shown.
  if (areKnown && !wereKnown) setWereKnown(true);
  return wereKnown;
}
