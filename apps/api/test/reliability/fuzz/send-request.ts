import { Agent, request as httpRequest } from 'node:http';
import type { FuzzedRequest } from './requests.ts';

const agent = new Agent({ keepAlive: true });

export interface FuzzResponse {
  status: number;
  type: string;
  /** JSON responses only: a stream does not end. */
  text: string;
}

/** Sends the request without `fetch`, which would normalize the URL. */
export function sendRequest(
  port: number,
  { method, path, headers, body }: FuzzedRequest,
  auth: Record<string, string> | undefined,
): Promise<FuzzResponse> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port,
        method,
        path: `/api${path}`,
        headers: { ...headers, ...auth, 'Content-Length': body?.length ?? 0 },
      },
      (response) => {
        const { statusCode: status = 0, headers: responseHeaders } = response;
        const type = responseHeaders['content-type'] ?? '';
        if (!type.startsWith('application/json')) {
          response.destroy();
          resolve({ status, type, text: '' });
          return;
        }
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status, type, text }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
