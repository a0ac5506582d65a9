import { listBodySchema } from '@skein/contracts/lists';
import { userKey } from '../../http/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ListsModule } from '../lists/index.ts';
import type { RelationshipsModule } from '../relationships/index.ts';
import type { ImportedAccount } from './imports.queries.ts';
import type { ImportRecord, Outcome, StoredRow } from './imports.repository.ts';

export interface RowDependencies {
  relationships: Pick<
    RelationshipsModule,
    'followImported' | 'unfollow' | 'block' | 'unblock' | 'mute' | 'unmute' | 'muteReposts'
  >;
  lists: Pick<ListsModule, 'list' | 'listOfMember' | 'create' | 'addMember'>;
  rateLimiter: Pick<RateLimiter, 'consume'>;
}

/**
 * Imports one row. Repeating it changes nothing.
 * @throws RateLimitedError
 */
export async function processRow(
  dependencies: RowDependencies,
  viewer: Viewer,
  { kind }: Pick<ImportRecord, 'kind'>,
  row: StoredRow,
  account: ImportedAccount,
): Promise<Outcome> {
  const { relationships } = dependencies;
  switch (kind) {
    case 'follows':
      return follow(dependencies, viewer, row, account);
    case 'blocks':
      if (account.isListed) return 'unchanged';
      await relationships.block(viewer, account.id);
      return 'added';
    case 'mutes':
      if (account.isListed) return 'unchanged';
      await relationships.mute(viewer, account.id);
      return 'added';
    case 'lists':
      return addToList(dependencies, viewer, row, account);
  }
}

async function follow(
  { relationships, rateLimiter }: RowDependencies,
  viewer: Viewer,
  { showsReposts }: StoredRow,
  { id, isListed }: ImportedAccount,
): Promise<Outcome> {
  let outcome: Outcome = 'unchanged';
  if (!isListed) {
    if (id !== viewer.userId) await rateLimiter.consume('importedFollows', userKey(viewer.userId));
    const { status } = await relationships.followImported(viewer, id);
    outcome = status === 'PENDING' ? 'requested' : 'added';
  }
  // Beyond the limit of hidden reposts, the follow remains.
  if (!showsReposts) await relationships.muteReposts(viewer, id).catch(ignoreLimit);
  return outcome;
}

function ignoreLimit(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

async function addToList(
  { lists }: RowDependencies,
  viewer: Viewer,
  row: StoredRow,
  { id }: ImportedAccount,
): Promise<Outcome> {
  const body = listBodySchema.safeParse({ name: row.listName });
  if (!body.success) return 'rejected';
  const { name } = body.data;
  const existing = (await lists.list(viewer)).find((list) => list.name === name);
  if (existing !== undefined) {
    const withMember = await lists.listOfMember(viewer, id);
    if (withMember.some((list) => list.id === existing.id)) return 'unchanged';
  }
  const list = existing ?? (await lists.create(viewer, { id: newId(), attempt: 'first' }, name));
  await lists.addMember(viewer, list.id, id);
  return 'added';
}
