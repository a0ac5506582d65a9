import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { flatPng } from '../../media/sample-images.ts';

/** An upload whose last bytes are sent by `finish`. */
export interface SlowUpload {
  /** Resolves when the server has received most of it. */
  started: Promise<unknown>;
  /** Sends the rest and returns the status of the response. */
  finish(): Promise<number>;
}

export function startSlowUpload(address: string, token: string): SlowUpload {
  const picture = flatPng(60, 40);
  const boundary = 'a-boundary';
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="media"; filename="picture.png"',
    'Content-Type: image/png',
    '\r\n',
  ].join('\r\n');
  const sent = request(new URL('/api/posts/with-media', address), {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      // A response means that the request was accepted.
      Expect: '100-continue',
    },
  });
  const responseReceived = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A failure is reported to the caller of `finish`.
  responseReceived.catch(() => undefined);
  const continueReceived = once(sent, 'continue');
  sent.flushHeaders();
  const started = continueReceived.then(() =>
    sent.write(Buffer.concat([Buffer.from(head), picture.subarray(0, 20)])),
  );
  return {
    started,
    async finish() {
      sent.end(Buffer.concat([picture.subarray(20), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      const [response] = await responseReceived;
      response.resume();
      return response.statusCode ?? 0;
    },
  };
}
