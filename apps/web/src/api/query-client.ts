import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './index.ts';

const retriesMax = 2;
const staleTimeMs = 30_000;

/** The query cache. Each session gets its own, so that no user sees data of another. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A request fails without a connection, so that the user sees an error and can retry. By
      // default it would wait for the connection, which looks like endless loading.
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        staleTime: staleTimeMs,
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      // The user sees a failed change and repeats it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Retries lost connections and server errors. A rejected request would be rejected again. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= retriesMax || !navigator.onLine) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
