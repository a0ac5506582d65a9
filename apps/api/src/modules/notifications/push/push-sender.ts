import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { EndpointPolicy } from './push-endpoint.ts';
import { createPublicLookup } from './public-lookup.ts';

/** From the lookup of the name to the status of the response. */
const timeoutMs = 5000;
/** What has not reached a device within a day is not news any more. */
const timeToLiveS = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: it will never work again; `failed`: it may at another time. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

interface PushSenderOptions {
  /** Whom the push service may turn to: a mailto: or https: address. */
  contact: string;
  policy: EndpointPolicy;
  /** Endpoints may be in private networks: for tests. */
  isUnrestricted: boolean;
}

/** Sends a message so that only the browser can read it. Never follows a redirect. */
export function createPushSender({ contact, policy, isUnrestricted }: PushSenderOptions) {
  const lookup = createPublicLookup();
  return async (
    keys: VapidKeys,
    target: PushTarget,
    message: string,
    signal: AbortSignal,
  ): Promise<PushOutcome> => {
    const { endpoint, p256dh, auth } = target;
    const url = new URL(endpoint);
    // The setting may have changed since the browser subscribed.
    if (!policy.isAllowed(url)) return 'gone';
    // Loaded with the first message: an instance may have nobody to push to.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message,
      { vapidDetails: { subject: contact, ...keys }, TTL: timeToLiveS },
    );
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(!isUnrestricted && { lookup }),
    });
    request.end(body);
    // 'response' has one argument; the types of events do not tell.
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // Whatever it says besides, it is not read.
    response.destroy();
    return toOutcome(response.statusCode ?? 0);
  };
}

function toOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'failed';
}
