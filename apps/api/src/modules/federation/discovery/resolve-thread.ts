import { RateLimitedError } from '../../../platform/errors.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createLoaders } from '../delivery/load-document.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import { fetchThread, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { parseAddress, readId, waitForAWhile } from './resolve-account.ts';
import type { ResolveDependencies, ResolveOptions } from './resolve-account.ts';

type Dependencies = ResolveDependencies & ThreadFetching;

/**
 * Finds a thread of another server by the address of its document or page, and stores it. Returns its id; null for
 * other texts, and if there is none.
 * @throws ForbiddenError for a suspended server
 */
export async function resolveThread(
  deps: Dependencies,
  viewer: Viewer,
  text: string,
  { fetches = true }: ResolveOptions = {},
): Promise<string | null> {
  const url = parseAddress(text);
  if (url === null) return null;
  const storedId = await findThread(deps, url.href);
  if (storedId !== null || !fetches || deps.domains.includes(url.host)) return storedId;
  await requireOpenServer(deps.database, url.host);
  return waitForAWhile(lookUp(deps, viewer, url));
}

/** Null if it is no thread for everyone, its server does not respond, or the user has looked too many up. */
async function lookUp(deps: Dependencies, viewer: Viewer, url: URL): Promise<string | null> {
  try {
    await deps.rateLimiter.consume('federationLookups', userKey(viewer.userId));
    const loaders = createLoaders(deps);
    // The address of its page leads to the document with its id.
    const uri = readId(await loaders.documentLoader(url.href));
    return (await findThread(deps, uri)) ?? (await fetchThread(deps, uri, loaders));
  } catch (error) {
    if (!(error instanceof RateLimitedError)) {
      deps.logger.info({ host: url.host, err: error }, 'a thread could not be looked up');
    }
    return null;
  }
}
