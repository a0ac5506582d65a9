import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { SendRequest } from '../../../platform/public-request.ts';

/** From the DNS lookup to the status of the response. */
const timeoutMs = 5000;
/** The push service discards messages that it could not deliver within a day. */
const timeToLiveS = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** That of RFC 8291, unless an app asks for the older one. */
  contentEncoding?: 'aes128gcm' | 'aesgcm';
}

/** `gone`: the endpoint no longer exists; `failed`: a retry may succeed. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

interface PushSenderOptions {
  /** Contact of the operator for push services: a mailto: or https: address. */
  contact: string;
  isAllowed: (endpoint: URL) => Promise<boolean>;
  sendRequest: SendRequest;
}

/** Sends an end-to-end encrypted message to a browser or app. Never follows a redirect. */
export function createPushSender({ contact, isAllowed, sendRequest }: PushSenderOptions) {
  return async (
    keys: VapidKeys,
    target: PushTarget,
    message: string,
    signal: AbortSignal,
  ): Promise<PushOutcome> => {
    const { endpoint, p256dh, auth, contentEncoding = 'aes128gcm' } = target;
    const url = new URL(endpoint);
    // The setting may have changed since the browser subscribed.
    if (!(await isAllowed(url))) return 'gone';

    // Loaded with the first message, because it takes long.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message,
      { vapidDetails: { subject: contact, ...keys }, TTL: timeToLiveS, contentEncoding },
    );
    const request = sendRequest(url, {
      method: 'POST',
      headers: { ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    request.end(body);
    // The types of `once` do not know the arguments of 'response'.
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // The body is not needed.
    response.destroy();
    return toOutcome(response.statusCode ?? 0);
  };
}

function toOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'failed';
}
