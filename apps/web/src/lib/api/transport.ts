import { NetworkError } from './errors.ts';

export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | string | null;
  signal: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  text: string;
}

/** Sends with fetch. Being aborted stays an `AbortError`; every other failure is a NetworkError. */
export async function sendWithFetch(outgoing: OutgoingRequest): Promise<Answer> {
  const { method, url, headers, body, signal } = outgoing;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'same-origin',
      signal: signal ?? null,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('The request got no answer', { cause: error });
  }
}

/** Sends with XMLHttpRequest, the only one that tells how much of a body has gone out. */
export async function sendWithProgress(
  outgoing: OutgoingRequest,
  onProgress: (fraction: number) => void,
): Promise<Answer> {
  const { method, url, headers, body, signal } = outgoing;
  signal?.throwIfAborted();
  const exchange = new XMLHttpRequest();
  const abort = () => exchange.abort();
  signal?.addEventListener('abort', abort);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      exchange.open(method, url);
      for (const [name, value] of Object.entries(headers)) exchange.setRequestHeader(name, value);
      exchange.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      exchange.addEventListener('load', () =>
        resolve({ status: exchange.status, text: exchange.responseText }),
      );
      exchange.addEventListener('error', () => reject(new NetworkError('The upload broke off')));
      exchange.addEventListener('timeout', () => reject(new NetworkError('The upload timed out')));
      exchange.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      exchange.send(body);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
