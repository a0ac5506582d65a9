import * as routes from '@skein/contracts/routes';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The results are worth keeping for as long as the server keeps them. */
const staleMs = 10 * 60_000;

/** GIFs for a text; without one, those that are popular now. */
export function gifsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['gifs', q],
    queryFn: ({ pageParam, signal }) =>
      request(routes.searchGifs, { query: { q, position: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: staleMs,
  });
}
