import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pushStateQuery } from '../../notifications/push.queries.ts';
import { followRequestsQuery } from '../../relationships/follow-requests.queries.ts';
import { blockedAndMutedQuery } from '../../relationships/blocked-and-muted-users.queries.ts';
import { followedHashtagsQuery } from '../../search/hashtags.queries.ts';
import { listsQuery } from '../../lists/own-lists.queries.ts';
import { emailQuery } from '../security/email.queries.ts';
import { filtersQuery } from '../privacy/filters.queries.ts';
import { authorizedAppsQuery } from '../security/authorized-apps.queries.ts';
import { identitiesQuery } from '../security/identities.queries.ts';
import { passkeysQuery } from '../security/passkeys.queries.ts';
import { sessionsQuery } from '../security/sessions.queries.ts';
import { twoFactorQuery } from '../security/two-factor.queries.ts';

/**
 * Whether all queries of the settings have succeeded or failed once. Rendering earlier would shift
 * the layout, because the height of their content is unknown.
 */
export function useSettingsLoaded(): boolean {
  const [wasLoaded, setWasLoaded] = useState(false);
  const queries = [
    useQuery(emailQuery),
    useQuery(twoFactorQuery),
    useQuery(passkeysQuery),
    useQuery(identitiesQuery),
    useQuery(sessionsQuery),
    useQuery(authorizedAppsQuery),
    useQuery(pushStateQuery),
    useQuery(followRequestsQuery),
    useInfiniteQuery(blockedAndMutedQuery('blocked')),
    useInfiniteQuery(blockedAndMutedQuery('muted')),
    useQuery(followedHashtagsQuery),
    useQuery(filtersQuery),
    useQuery(listsQuery),
  ];
  const isLoaded = queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
  // Stays true: a retry of a failed query must not unmount the page.
  if (isLoaded && !wasLoaded) setWasLoaded(true);
  return wasLoaded;
}
