import { setTimeout as sleep } from 'node:timers/promises';
import type { Viewer } from '../../../platform/viewer.ts';
import { fetchAccount } from './resolve-account.ts';
import type { ResolveDependencies } from './resolve-account.ts';
import { parseHandle } from './web-finger.ts';

/** A thread is not published later because of them. They are found the next time. */
const waitMaxMs = 3000;

/** Finds unknown accounts of other servers that a user mentions. They count as searches of the user. */
export async function lookUpMentions(
  deps: ResolveDependencies,
  viewer: Viewer,
  usernames: readonly string[],
): Promise<void> {
  const handles = usernames.filter((username) => parseHandle(username) !== null);
  if (handles.length === 0) return;
  const users = await deps.database.user.findMany({
    where: { username: { in: handles } },
    select: { username: true },
  });
  const knownHandles = new Set(users.map(({ username }) => username));
  const lookups = handles.flatMap((handle) => {
    const target = parseHandle(handle);
    const isOther = target !== null && !deps.domains.includes(target.host);
    return isOther && !knownHandles.has(handle) ? [fetchAccount(deps, viewer, target)] : [];
  });
  await Promise.race([Promise.all(lookups), sleep(waitMaxMs, undefined, { ref: false })]);
}
