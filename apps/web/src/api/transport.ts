import { takePreloadedResponse } from './preloaded-response.ts';
import { NetworkError } from './errors.ts';
import type { HttpResponse, OutgoingRequest } from './outgoing-request.ts';

/** Sends a request with fetch. Throws an `AbortError` if aborted, otherwise a NetworkError. */
export async function sendWithFetch(outgoing: OutgoingRequest): Promise<HttpResponse> {
  const { method, url, headers, body, signal } = outgoing;
  try {
    const preloaded = takePreloadedResponse(outgoing);
    if (preloaded) {
      const response = await preloaded;
      // It was requested without the signal.
      signal?.throwIfAborted();
      return response;
    }
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'same-origin',
      // A mutation completes even if the user leaves the page. Files exceed the limit of `keepalive`.
      keepalive: method !== 'GET' && !(body instanceof FormData),
      signal: signal ?? null,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('The request got no response', { cause: error });
  }
}
