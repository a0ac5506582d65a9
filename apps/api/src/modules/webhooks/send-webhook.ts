import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { WebhookDelivery } from '@skein/contracts/webhooks';
import { request as requestPlain } from 'node:http';
import { isPublicHost } from '../../platform/public-address.ts';
import { createPublicLookup, PrivateAddressError } from '../../platform/public-lookup.ts';
import type { Attempt } from './delivery-queue.repository.ts';

const timeoutMs = 10_000;
const lookup = createPublicLookup();

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Allows private networks, which are otherwise rejected when the connection is opened. */
  allowsPrivate: boolean;
  signal: AbortSignal;
}

/** Sends one message. Follows no redirects and reads no response bodies. */
export async function sendWebhook(message: Message): Promise<Attempt> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const signal = AbortSignal.any([message.signal, timeout]);
    return { responseStatus: await post(message, signal), error: null };
  } catch (error) {
    message.signal.throwIfAborted();
    return { responseStatus: null, error: describeError(error, timeout) };
  }
}

async function post(
  { url: address, headers, body, allowsPrivate }: Message,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(address);
  if (!allowsPrivate && !isPublicHost(url.hostname)) {
    throw new PrivateAddressError(url.hostname);
  }
  const outgoing = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    signal,
    // A connection of its own: the addresses of a shared one may not have been checked.
    agent: false,
    ...(!allowsPrivate && { lookup }),
  });
  // An error after the response is also one of the response.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  // The types of `once` do not know the arguments of 'response'.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}

function describeError(error: unknown, timeout: AbortSignal): WebhookDelivery['error'] {
  if (timeout.aborted) return 'timeout';
  return error instanceof PrivateAddressError ? 'not_public' : 'unreachable';
}
