import { listBodySchema } from '@skein/contracts/lists';
import type { Transaction } from '@skein/db';
import { userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ListsModule } from '../lists/index.ts';
import type { RecordFollow, RelationshipsModule } from '../relationships/index.ts';
import type { ImportedAccount } from './imports.queries.ts';
import type { ImportRecord, Outcome, StoredRow } from './imports.repository.ts';

export interface RowDependencies {
  relationships: Pick<
    RelationshipsModule,
    | 'followImported'
    | 'setNotifying'
    | 'unfollow'
    | 'block'
    | 'unblock'
    | 'mute'
    | 'unmute'
    | 'muteReposts'
  >;
  lists: Pick<ListsModule, 'list' | 'listOfMember' | 'create' | 'addMember'>;
  rateLimiter: Pick<RateLimiter, 'consume'>;
}

/** Stores the outcome of a row in the transaction of its change, so that a kill cannot separate them. */
type RecordOutcome = (tx: Transaction, outcome: Outcome) => Promise<void>;

/** A row whose account was found. */
interface FoundRow {
  row: StoredRow;
  account: ImportedAccount;
  record: RecordOutcome;
}

/**
 * Imports one row. Repeating it changes nothing. Returns the outcome of a row that needs no change; the
 * outcome of a change is recorded with it.
 * @throws RateLimitedError
 */
export async function processRow(
  dependencies: RowDependencies,
  viewer: Viewer,
  { kind }: Pick<ImportRecord, 'kind'>,
  found: FoundRow,
): Promise<Outcome | 'recorded'> {
  const { relationships } = dependencies;
  const { account, record } = found;
  const recordAdded = (tx: Transaction) => record(tx, 'added');
  switch (kind) {
    case 'follows':
      return follow(dependencies, viewer, found);
    case 'blocks':
      if (account.isListed) return 'unchanged';
      await relationships.block(viewer, account.id, recordAdded);
      return 'recorded';
    case 'mutes':
      if (account.isListed) return 'unchanged';
      await relationships.mute(viewer, account.id, { record: recordAdded });
      return 'recorded';
    case 'lists':
      return addToList(dependencies, viewer, found);
  }
}

async function follow(
  dependencies: RowDependencies,
  viewer: Viewer,
  { row: { showsReposts, isNotifying }, account: { id, isListed }, record }: FoundRow,
): Promise<Outcome | 'recorded'> {
  const { relationships, rateLimiter } = dependencies;
  const counted =
    isListed || id === viewer.userId
      ? undefined
      : await rateLimiter.consume('importedFollows', userKey(viewer.userId));
  // Before the follow, because its outcome ends the row. Beyond the limit, the reposts remain visible.
  if (!showsReposts) await relationships.muteReposts(viewer, id).catch(ignoreLimit);
  if (isListed) {
    if (isNotifying) await relationships.setNotifying(viewer, id, true).catch(ignoreLimit);
    return 'unchanged';
  }
  try {
    const recordFollow: RecordFollow = (tx, status) =>
      record(tx, status === 'PENDING' ? 'requested' : 'added');
    await relationships.followImported(viewer, id, { record: recordFollow, isNotifying });
  } catch (error) {
    if (!isOutage(error)) await counted?.refund();
    throw error;
  }
  return 'recorded';
}

function ignoreLimit(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

async function addToList(
  { lists }: RowDependencies,
  viewer: Viewer,
  { row, account: { id }, record }: FoundRow,
): Promise<Outcome | 'recorded'> {
  const body = listBodySchema.safeParse({ name: row.listName });
  if (!body.success) return 'rejected';
  const { name } = body.data;
  const existing = (await lists.list(viewer)).find((list) => list.name === name);
  if (existing !== undefined) {
    const withMember = await lists.listOfMember(viewer, id);
    if (withMember.some((list) => list.id === existing.id)) return 'unchanged';
  }
  const list = existing ?? (await lists.create(viewer, { id: newId(), attempt: 'first' }, name));
  await lists.addMember(viewer, list.id, id, (tx) => record(tx, 'added'));
  return 'recorded';
}
