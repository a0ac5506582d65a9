import { takeEarlyAnswer } from './early-answer.ts';
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
    const response = await (takeEarlyAnswer(outgoing) ??
      fetch(url, { method, headers, body, credentials: 'same-origin', signal: signal ?? null }));
    // An early answer knows nothing of the signal.
    signal?.throwIfAborted();
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('The request got no answer', { cause: error });
  }
}
