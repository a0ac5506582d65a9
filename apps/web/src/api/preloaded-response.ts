import type { RouteAddress, RouteDefinition, RouteResponse } from '@skein/contracts/http';
import { buildHeaders, buildUrl } from './build-request.ts';
import type { HttpResponse, OutgoingRequest } from './outgoing-request.ts';
import type { AnyRequest, RequestOptions } from './route-types.ts';

interface PreloadedResponse {
  url: string;
  token: string;
  requestedAtMs: number;
  response: Promise<HttpResponse>;
  /** The response, once it has arrived. */
  arrived: HttpResponse | null;
}

// Loading the code takes up to this long on slow connections. Older responses are not used.
const maxAgeMs = 30_000;

let preloaded: PreloadedResponse | null = null;

/** Sends a GET request that the app will make once its code is loaded. */
export function preloadResponse<Route extends RouteDefinition>(
  address: RouteAddress<Route>,
  options: RequestOptions<Route>,
  token: string,
): void {
  const call = options as AnyRequest;
  const url = buildUrl(address, call);
  const response = fetchText(url, buildHeaders(call, token));
  const sent = { url, token, requestedAtMs: performance.now(), response, arrived: null };
  preloaded = sent;
  response.then(
    (arrived) => Object.assign(sent, { arrived }),
    // The app's own request repeats it.
    () => undefined,
  );
}

async function fetchText(url: string, headers: Record<string, string>): Promise<HttpResponse> {
  const response = await fetch(url, { headers, credentials: 'same-origin' });
  return { status: response.status, text: await response.text() };
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

/**
 * The body of the preloaded response, if it has arrived. With it, the first rendering contains the
 * content. Other responses than a success are left to the app's request.
 */
export function takeArrivedBody<Route extends RouteDefinition>(
  address: RouteAddress<Route>,
  options: RequestOptions<Route>,
  token: string | null,
): RouteResponse<Route> | null {
  // RequestOptions narrows AnyRequest, but the compiler cannot infer that for a generic route.
  const call = options as AnyRequest;
  if (preloaded?.arrived?.status !== 200) return null;
  const { text } = preloaded.arrived;
  const outgoing = {
    method: 'GET',
    url: buildUrl(address, call),
    headers: buildHeaders(call, token),
  };
  if (takePreloadedResponse({ ...outgoing, body: null, signal: undefined }) === null) return null;
  try {
    // The server validates its responses against this contract.
    return JSON.parse(text) as RouteResponse<Route>;
  } catch {
    return null;
  }
}

/** Discards the response if no request has used it. */
export function discardPreloadedResponse(): void {
  preloaded = null;
}
