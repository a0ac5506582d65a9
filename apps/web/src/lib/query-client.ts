import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/index.ts';

const retriesMax = 2;
const staleTimeMs = 30_000;

/** The cache of what the server told. One a signed-in person: nothing passes to the next one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: staleTimeMs, refetchOnWindowFocus: false },
      // Changes are repeated by the person, who sees the failure.
      mutations: { retry: false },
    },
  });
}

/** What the server has refused stays refused; a lost connection or an overload may pass. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= retriesMax) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
