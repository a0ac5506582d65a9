import * as routes from '@skein/contracts/routes';
import type { ReportAssignee } from '@skein/contracts/administration';
import type { ReportTargetType } from '@skein/contracts/moderation';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminKey, paging, withCursor } from '../shared/admin.queries.ts';

/** Empty texts filter nothing. */
export interface ReportFilter {
  status: 'open' | 'resolved';
  assignee: ReportAssignee | '';
  targetType: ReportTargetType | '';
  /** The title of a broken rule. */
  rule: string;
  /** The username of the reported user or author. */
  user: string;
  /** The username of the reporter. */
  reporter: string;
}

export function reportsQuery(filter: ReportFilter) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...adminKey, 'reports', filter],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listReports, { query: { ...filter, ...withCursor(pageParam) }, signal }),
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}

export function reportDetailsQuery(reportId: string) {
  return queryOptions({
    queryKey: [...adminKey, 'report', reportId],
    queryFn: ({ signal }) => request(routes.getReportDetails, { params: { reportId }, signal }),
  });
}

export function reportContextQuery(reportId: string) {
  return queryOptions({
    queryKey: [...adminKey, 'report', reportId, 'context'],
    queryFn: ({ signal }) => request(routes.getReportContext, { params: { reportId }, signal }),
  });
}
