import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/index.ts';
import { keptListMs, threadQuery } from '../api/thread.queries.ts';
import { AnsweredLabel } from './answered-label.tsx';

/** Whom a reply answers, where that is not on the screen. */
export function FetchedAnsweredLabel({ parentId }: { parentId: string }) {
  const client = useQueryClient();
  // For a name, what was read of it before is new enough.
  const { data = null, error } = useQuery({
    ...threadQuery(client, parentId),
    staleTime: keptListMs,
  });
  const isUnseen = error instanceof ApiError && error.status === 404;
  return <AnsweredLabel answered={isUnseen ? undefined : data} />;
}
