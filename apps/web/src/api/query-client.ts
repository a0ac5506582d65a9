import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './index.ts';

const retriesMax = 2;
const staleTimeMs = 30_000;

/** The cache of what the server told. One a signed-in person: nothing passes to the next one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a request fails, which can be told and tried again; waiting for the
      // connection instead would look like loading without end.
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        staleTime: staleTimeMs,
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      // Changes are repeated by the person, who sees the failure.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** What the server has refused stays refused; a broken connection or an overload may pass. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= retriesMax || !navigator.onLine) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
