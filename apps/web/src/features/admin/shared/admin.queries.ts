import * as routes from '@skein/contracts/routes';
import type { InsightPeriod } from '@skein/contracts/insights';
import type { AuditAction, InstancePage } from '@skein/contracts/administration';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The key prefix of all admin queries: an action may change any of them. */
export const adminKey = ['admin'] as const;

interface CursorPage<Item> {
  content: Item[];
  nextCursor: string | null;
}

export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: CursorPage<unknown>) => nextCursor,
};

export const withCursor = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Empty texts filter nothing. */
interface AccountFilter {
  /** A part of the name or username. */
  q: string;
  /** The IP address of the registration, or a range. */
  address: string;
  /** What the accounts have posted. */
  text: string;
}

export function adminUsersQuery(filter: AccountFilter) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...adminKey, 'users', filter],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listAdminUsers, { query: { ...filter, ...withCursor(pageParam) }, signal }),
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}

export function adminThreadQuery(threadId: string) {
  return queryOptions({
    queryKey: [...adminKey, 'thread', threadId],
    queryFn: ({ signal }) => request(routes.getAdminThread, { params: { threadId }, signal }),
  });
}

export const statsQuery = queryOptions({
  queryKey: [...adminKey, 'stats'],
  queryFn: ({ signal }) => request(routes.getStats, { signal }),
});

export const usageQuery = queryOptions({
  queryKey: [...adminKey, 'usage'],
  queryFn: ({ signal }) => request(routes.getUsage, { signal }),
});

export const alertsQuery = queryOptions({
  queryKey: [...adminKey, 'alerts'],
  queryFn: ({ signal }) => request(routes.listAlerts, { signal }),
  select: ({ alerts }) => alerts,
});

export const insightsQuery = (days: InsightPeriod) =>
  queryOptions({
    queryKey: [...adminKey, 'insights', days],
    queryFn: ({ signal }) => request(routes.getInsights, { query: { days }, signal }),
    select: (insights) => insights.days,
    // The charts of the last period stay until those of the next one are there.
    placeholderData: keepPreviousData,
  });

export const registrationsQuery = infiniteQueryOptions({
  ...paging,
  queryKey: [...adminKey, 'registrations'],
  queryFn: ({ pageParam, signal }) =>
    request(routes.listRegistrations, { query: withCursor(pageParam), signal }),
  select: ({ pages }) => pages.flatMap(({ content }) => content),
});

export const invitationsQuery = infiniteQueryOptions({
  ...paging,
  queryKey: [...adminKey, 'invitations'],
  queryFn: ({ pageParam, signal }) =>
    request(routes.listInvitations, { query: withCursor(pageParam), signal }),
  select: ({ pages }) => pages.flatMap(({ content }) => content),
});

export function pageTextQuery(page: InstancePage) {
  return queryOptions({
    queryKey: [...adminKey, 'page', page],
    queryFn: ({ signal }) => request(routes.getAdminPage, { params: { page }, signal }),
  });
}

export const rulesQuery = queryOptions({
  queryKey: [...adminKey, 'rules'],
  queryFn: ({ signal }) => request(routes.getAdminRules, { signal }),
});

export const settingsQuery = queryOptions({
  queryKey: [...adminKey, 'settings'],
  queryFn: ({ signal }) => request(routes.getSiteSettings, { signal }),
});

export const auditKey = [...adminKey, 'audit'] as const;

/** Usernames and an action; empty ones filter nothing. */
export interface AuditFilter {
  actor: string;
  user: string;
  action: AuditAction | '';
}

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...auditKey, filter],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listAuditEntries, { query: { ...filter, ...withCursor(pageParam) }, signal }),
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}
