import { once } from 'node:events';
import { lookup as resolve } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './push-endpoint.ts';

const timeoutMs = 10_000;
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
  /** Endpoints may be anywhere and without TLS: for tests. */
  isUnrestricted: boolean;
}

/** Sends a message so that only the browser can read it. Never follows a redirect. */
export function createPushSender({ contact, isUnrestricted }: PushSenderOptions) {
  return async (keys: VapidKeys, target: PushTarget, message: string): Promise<PushOutcome> => {
    const { endpoint, p256dh, auth } = target;
    const url = new URL(endpoint);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (!isUnrestricted && isIP(host) !== 0 && !isPublicAddress(host)) return 'gone';
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
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isUnrestricted && { lookup: lookUpPublic }),
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

/**
 * Resolves a name for the very connection that is made, so that there is no moment in which it could
 * come to mean another address.
 */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, '');
      return;
    }
    const [first] = addresses;
    if (first === undefined) {
      callback(new Error('The name of a push service has no address.'), '');
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error('The name of a push service leads into a private network.'), '');
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
