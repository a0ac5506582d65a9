import { takePreloadedResponse } from './preloaded-response.ts';
import { NetworkError } from './errors.ts';
import type { OutgoingRequest } from './outgoing-request.ts';

export interface Answer {
  status: number;
  text: string;
}

/** Sends with fetch. Being aborted stays an `AbortError`; every other failure is a NetworkError. */
export async function sendWithFetch(outgoing: OutgoingRequest): Promise<Answer> {
  const { method, url, headers, body, signal } = outgoing;
  try {
    const response = await (takePreloadedResponse(outgoing) ??
      fetch(url, {
        method,
        headers,
        body,
        credentials: 'same-origin',
        // An act goes out to its end, also when the page is left. Files are too large for that.
        keepalive: method !== 'GET' && !(body instanceof FormData),
        signal: signal ?? null,
      }));
    // A preloaded response does not know the signal.
    signal?.throwIfAborted();
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('The request got no answer', { cause: error });
  }
}
