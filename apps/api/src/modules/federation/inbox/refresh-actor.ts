import type { Logger } from '../../../platform/logger.ts';
import { fetchActor } from '../actors/fetch-actor.ts';
import type { StoredActor } from '../actors/remote-actors.repository.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import type { Loaders } from '../fedify.ts';

/** Servers may have sent updates while this one did not respond. */
const staleMs = 7 * 24 * 60 * 60 * 1000;

const refreshingUris = new Set<string>();

/** Fetches an account again that has sent something, if it was not fetched for a week. */
export async function refreshIfStale(
  deps: FetchDependencies & { logger: Pick<Logger, 'warn'> },
  { uri, fetchedAt }: StoredActor,
  loaders: Loaders,
): Promise<void> {
  const { clock, logger } = deps;
  const isFresh = clock.now().getTime() - fetchedAt.getTime() < staleMs;
  if (isFresh || refreshingUris.has(uri)) return;
  refreshingUris.add(uri);
  try {
    await fetchActor(deps, uri, loaders);
  } catch (error) {
    logger.warn({ err: error, uri }, 'an account of another server could not be refreshed');
  } finally {
    refreshingUris.delete(uri);
  }
}
