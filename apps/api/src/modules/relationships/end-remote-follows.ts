import { NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { removeFollower, unfollowUser } from './follow-user.ts';
import type { RelationDependencies } from './follows.repository.ts';
import { listRemoteConnections } from './requests.repository.ts';

const batchSize = 200;

/**
 * Ends the follows and follow requests between the viewer and accounts of other servers, which are informed. If the
 * server stops meanwhile, repeating it continues.
 * @param domain the only server; null for all
 */
export async function endRemoteFollows(
  deps: RelationDependencies,
  viewer: Viewer,
  domain: string | null = null,
): Promise<void> {
  let afterId: string | null = null;
  do {
    const ids: string[] = await listRemoteConnections(deps.database, viewer.userId, {
      domain,
      afterId,
      limit: batchSize,
    });
    for (const userId of ids) {
      try {
        await unfollowUser(deps, viewer, userId);
        await removeFollower(deps, viewer, userId);
      } catch (error) {
        // The account is hidden, and its server learns nothing.
        if (!(error instanceof NotFoundError)) throw error;
      }
    }
    afterId = ids.at(-1) ?? null;
  } while (afterId !== null);
}
