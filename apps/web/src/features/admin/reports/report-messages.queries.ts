import * as routes from '@skein/contracts/routes';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { paging, withCursor } from '../shared/admin.queries.ts';

/** What moderators have written to the viewer about reports. */
export const reportMessagesQuery = infiniteQueryOptions({
  ...paging,
  queryKey: ['report-messages'],
  queryFn: ({ pageParam, signal }) =>
    request(routes.listReportMessages, { query: withCursor(pageParam), signal }),
  select: ({ pages }) => pages.flatMap(({ content }) => content),
});
