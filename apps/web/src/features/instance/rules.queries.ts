import { queryOptions } from '@tanstack/react-query';
import { loadRules } from './load-instance.ts';

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => loadRules(signal),
});
