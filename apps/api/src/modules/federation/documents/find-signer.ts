import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { findStoredKey } from '../actors/remote-actors.repository.ts';
import { createLoaders } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { DocumentLoader } from '../fedify.ts';
import { findRegistrableDomain } from '../servers/registrable-domain.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';

const keyIdPattern = /keyid="([^"]{1,2000})"/i;

export interface SignedRequest {
  /** The request with the address that the other server has signed. */
  request: Request;
  /** The IP address of the other server. */
  address: string | undefined;
}

/**
 * The host of the key with which another server has signed a request for a document; null without a valid signature.
 * @throws ForbiddenError for a suspended server; RateLimitedError
 */
export async function findSigner(
  deps: FetchDependencies,
  { request, address }: SignedRequest,
): Promise<string | null> {
  const { headers } = request;
  const signature = headers.get('signature-input') ?? headers.get('signature') ?? '';
  const host = URL.parse(keyIdPattern.exec(signature)?.[1] ?? '')?.host;
  if (host === undefined || deps.domains.includes(host)) return null;
  await deps.rateLimiter.consume('federationFetches', addressKey(address));
  // A stored key is found without a request to the server, which would require this, too.
  await requireOpenServer(deps.database, host);
  // Anyone can name the server, so the request must not use up the limits of its activities.
  const loaders = createLoaders(deps, `unverified:${await findRegistrableDomain(host)}`);
  const documentLoader: DocumentLoader = async (url, options) => {
    await deps.rateLimiter.consume('federationFetches', addressKey(address));
    const loaded = await loaders.documentLoader(url, options);
    // A redirect to another host could otherwise impersonate the server.
    if (URL.parse(loaded.documentUrl)?.host !== host) throw new Error('It is elsewhere.');
    return loaded;
  };
  const { verifySignature } = await import('../fedify.ts');
  const id = await verifySignature(request, {
    loaders: { ...loaders, documentLoader },
    findKey: (keyId) => findStoredKey(deps.database, keyId),
  }).catch(() => null);
  return id !== null && new URL(id).host === host ? host : null;
}
