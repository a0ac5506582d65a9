import { SkeinError } from './error.ts';
import { createClient } from '../generated/client/index.ts';
import type { Client } from '../generated/client/index.ts';

export interface SkeinClientOptions {
  /** The address of the instance, such as `https://skein.example`. */
  instance: string;
  /** The access token, or a function that returns the current one. Public operations need none. */
  token?: string | (() => string | undefined);
  /** Replaces `fetch`, for example to add a proxy. */
  fetch?: typeof fetch;
}

/**
 * Creates a client of one instance and one account. Pass it to each operation. An operation that receives an
 * error response throws a `SkeinError`, unless `throwOnError` is false.
 */
export function createSkeinClient({ instance, token, fetch }: SkeinClientOptions): Client {
  const client = createClient({
    baseUrl: `${instance.replace(/\/+$/, '')}/api`,
    ...(token !== undefined && { auth: token }),
    ...(fetch !== undefined && { fetch }),
    throwOnError: true,
  });
  client.interceptors.error.use((error, response) =>
    // If there is no response, the error is from `fetch`.
    response ? new SkeinError(response, error) : error,
  );
  return client;
}
