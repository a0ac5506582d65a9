import { request as requestPlain } from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { createPublicLookup } from './public-lookup.ts';

export type SendRequest = (url: URL, options: RequestOptions) => ClientRequest;

/** Returns a function that starts requests to servers whose names lead to public addresses only. */
export function createSendPublicRequest(lookup = createPublicLookup()): SendRequest {
  return (url, options) =>
    // A connection of its own: the addresses of a shared one may not have been checked.
    (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
      ...options,
      agent: false,
      lookup,
    });
}

/** Starts a request to any address, also in a private network. */
export const sendAnyRequest: SendRequest = (url, options) =>
  (url.protocol === 'https:' ? requestSecure : requestPlain)(url, { ...options, agent: false });
