import { NetworkError } from './errors.ts';
import type { HttpResponse, OutgoingRequest } from './outgoing-request.ts';

/** Sends a request with XMLHttpRequest, because fetch does not report upload progress. */
export async function sendWithProgress(
  outgoing: OutgoingRequest,
  onProgress: (fraction: number) => void,
): Promise<HttpResponse> {
  const { method, url, headers, body, signal } = outgoing;
  signal?.throwIfAborted();
  const xhr = new XMLHttpRequest();
  const abort = () => xhr.abort();
  signal?.addEventListener('abort', abort);
  try {
    return await new Promise<HttpResponse>((resolve, reject) => {
      xhr.open(method, url);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      xhr.addEventListener('load', () => resolve({ status: xhr.status, text: xhr.responseText }));
      xhr.addEventListener('error', () => reject(new NetworkError('The upload was interrupted')));
      xhr.addEventListener('timeout', () => reject(new NetworkError('The upload timed out')));
      xhr.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      xhr.send(body);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
