import { buildHeaders, buildUrl } from './build-request.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { AnyRequest } from './route-types.ts';

interface PreloadedResponse {
  url: string;
  token: string;
  requestedAtMs: number;
  response: Promise<Response>;
}

// The slowest connections take this long to load the code; older responses are requested again.
const maxAgeMs = 30_000;

let preloaded: PreloadedResponse | null = null;

/** Sends a GET request that the app will make once its code is loaded. */
export function preloadResponse(call: AnyRequest, token: string): void {
  const url = buildUrl(call);
  const response = fetch(url, { headers: buildHeaders(call, token), credentials: 'same-origin' });
  // The caller of `takePreloadedResponse` handles a failure; there may be none.
  response.catch(() => undefined);
  preloaded = { url, token, requestedAtMs: performance.now(), response };
}

/** The response to the same request of the same user, returned once and only while it is fresh. */
export function takePreloadedResponse({ method, url, headers }: OutgoingRequest) {
  if (preloaded === null || method !== 'GET' || url !== preloaded.url) return null;
  const { token, requestedAtMs, response } = preloaded;
  preloaded = null;
  const isSameUser = headers['Authorization'] === `Bearer ${token}`;
  const isFresh = performance.now() - requestedAtMs < maxAgeMs;
  return isSameUser && isFresh ? response : null;
}

/** Forgets the response if no request has taken it. */
export function discardPreloadedResponse(): void {
  preloaded = null;
}
