import { request as requestPlain } from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { createPublicLookup } from './public-lookup.ts';

export type SendRequest = (url: URL, options: RequestOptions) => ClientRequest;

/** Returns a function that starts requests to servers whose names lead to public addresses only. */
export function createSendPublicRequest(lookup = createPublicLookup()): SendRequest {
  // Creating it takes as long as the rest of a request.
  let secureContext: SecureContext | undefined;
  return (url, options) => {
    // A connection of its own: the addresses of a shared one may not have been checked.
    const own = { ...options, agent: false as const, lookup };
    if (url.protocol !== 'https:') return requestPlain(url, own);
    secureContext ??= createSecureContext();
    // The type of the options lacks this option of `tls.connect`.
    const secure = { ...own, secureContext };
    return requestSecure(url, secure);
  };
}

/** Starts a request to any address, also in a private network. */
export const sendAnyRequest: SendRequest = (url, options) =>
  (url.protocol === 'https:' ? requestSecure : requestPlain)(url, { ...options, agent: false });
