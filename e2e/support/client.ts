import type { APIRequestContext } from '@playwright/test';
import { createSkeinClient } from '@skein/client';
import type { SkeinClient } from '@skein/client';

/**
 * A client of the API that sends its requests through Playwright, so that a page gets the cookies of its
 * responses and the certificate rules of the browser apply.
 */
export function createApiClient(
  request: APIRequestContext,
  token?: string,
  instance = process.env['SKEIN_URL'] ?? '',
): SkeinClient {
  return createSkeinClient({
    instance,
    ...(token !== undefined && { token }),
    fetch: async (input, init) => {
      const outgoing = new Request(input, init);
      const body = outgoing.body === null ? undefined : Buffer.from(await outgoing.arrayBuffer());
      const response = await request.fetch(outgoing.url, {
        method: outgoing.method,
        headers: Object.fromEntries(outgoing.headers),
        ...(body !== undefined && { data: body }),
      });
      return new Response(new Uint8Array(await response.body()), {
        status: response.status(),
        headers: response.headers(),
      });
    },
  });
}
