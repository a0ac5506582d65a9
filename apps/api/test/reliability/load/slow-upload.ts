import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { flatPng } from '../../media/sample-images.ts';

/** An upload of which the last bytes come when the test says so. */
export interface SlowUpload {
  /** The server has most of it. */
  begun: Promise<unknown>;
  /** Gives the status of the response. */
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
      // Its response says that the request was taken.
      Expect: '100-continue',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // Whoever finishes it hears of a failure.
  answered.catch(() => undefined);
  const taken = once(sent, 'continue');
  sent.flushHeaders();
  const begun = taken.then(() =>
    sent.write(Buffer.concat([Buffer.from(head), picture.subarray(0, 20)])),
  );
  return {
    begun,
    async finish() {
      sent.end(Buffer.concat([picture.subarray(20), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      const [response] = await answered;
      response.resume();
      return response.statusCode ?? 0;
    },
  };
}
