import { NetworkError } from './errors.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { Answer } from './transport.ts';

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
