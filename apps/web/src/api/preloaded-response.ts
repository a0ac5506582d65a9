import { buildHeaders, buildUrl } from './build-request.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { AnyRequest } from './route-types.ts';

interface PreloadedResponse {
  url: string;
  token: string;
  requestedAtMs: number;
  response: Promise<Response>;
}

// Loading the code takes up to this long on slow connections. Older responses are not used.
const maxAgeMs = 30_000;

let preloaded: PreloadedResponse | null = null;

/** Sends a GET request that the app will make once its code is loaded. */
export function preloadResponse(call: AnyRequest, token: string): void {
  const url = buildUrl(call);
  const response = fetch(url, { headers: buildHeaders(call, token), credentials: 'same-origin' });
  // Avoids an unhandled rejection if `takePreloadedResponse` is never called.
  response.catch(() => undefined);
  preloaded = { url, token, requestedAtMs: performance.now(), response };
}

/** The response to the same request of the same user. Returned once, and only if it is recent. */
export function takePreloadedResponse({ method, url, headers }: OutgoingRequest) {
  if (preloaded === null || method !== 'GET' || url !== preloaded.url) return null;
  const { token, requestedAtMs, response } = preloaded;
  preloaded = null;
  const isSameUser = headers['Authorization'] === `Bearer ${token}`;
  const isRecent = performance.now() - requestedAtMs < maxAgeMs;
  return isSameUser && isRecent ? response : null;
}

/** Discards the response if no request has used it. */
export function discardPreloadedResponse(): void {
  preloaded = null;
}
