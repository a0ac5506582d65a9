import type { Filter, FilterInput } from '@skein/contracts/filters';
import { filtersMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  deleteGroup,
  deleteOwnFilter,
  findFilter,
  saveFilters,
  selectFilters,
  selectGroup,
} from './filters.repository.ts';
import type { FilterDraft, FilterRow, SaveResult } from './filters.repository.ts';
import { foldForFilter } from './match-filters.policy.ts';

interface Dependencies {
  database: Database;
}

export const filterNotFound = () => new NotFoundError('error.filterMissing');

/** @throws NotFoundError */
export async function getFilter(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<Filter> {
  const row = isId(id) ? await findFilter(database, { userId, id }) : null;
  if (row === null) throw filterNotFound();
  return toFilterDto(row);
}

/** Returns the viewer's filters, the latest first. */
export async function listFilters({ database }: Dependencies, { userId }: Viewer) {
  return (await selectFilters(database, userId)).map(toFilterDto);
}

/** Returns the phrases of a filter of an app, the first one first. @throws NotFoundError */
export async function getFilterGroup(
  { database }: Dependencies,
  { userId }: Viewer,
  groupId: string,
): Promise<[Filter, ...Filter[]]> {
  const [first, ...rest] = isId(groupId) ? await selectGroup(database, userId, groupId) : [];
  if (first === undefined) throw filterNotFound();
  return [toFilterDto(first), ...rest.map(toFilterDto)];
}

/**
 * Creates all filters or none, and returns the first.
 * @throws ValidationError for a phrase that cannot match; ConflictError beyond the limit, and for a phrase
 * of another filter
 */
export async function createFilters(
  { database }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  inputs: readonly [FilterDraft, ...FilterDraft[]],
): Promise<Filter> {
  const { userId } = viewer;
  const { id } = idempotency;
  inputs.forEach(requirePhrase);
  return createOnce(idempotency, {
    deletedError: filterNotFound,
    find: async () => {
      const row = await findFilter(database, { userId, id });
      return row && toFilterDto(row);
    },
    create: async () => {
      const shared = inputs.length > 1 ? { groupId: id } : {};
      const added = inputs.map((input, index) => ({
        ...shared,
        ...input,
        id: index === 0 ? id : newId(),
      }));
      requireSaved(await saveFilters(database, userId, { added }));
      return getFilter({ database }, viewer, id);
    },
  });
}

/**
 * Changes a filter.
 * @throws ValidationError, NotFoundError; ConflictError beyond the limit, and for a phrase of another filter
 */
export async function updateFilter(
  { database }: Dependencies,
  viewer: Viewer,
  id: string,
  input: FilterInput,
): Promise<Filter> {
  requirePhrase(input);
  if (!isId(id)) throw filterNotFound();
  requireSaved(await saveFilters(database, viewer.userId, { changed: [{ ...input, id }] }));
  return getFilter({ database }, viewer, id);
}

/** What becomes of the phrases of a filter of an app. */
export interface GroupChanges {
  changed: readonly (FilterDraft & { id: string })[];
  added: readonly FilterDraft[];
  removedIds: readonly string[];
}

/** Changes a filter of an app. Throws like `updateFilter`. */
export async function updateFilterGroup(
  { database }: Dependencies,
  viewer: Viewer,
  groupId: string,
  { changed, added, removedIds }: GroupChanges,
): Promise<[Filter, ...Filter[]]> {
  [...changed, ...added].forEach(requirePhrase);
  const inGroup = added.map((draft) => ({ ...draft, groupId, id: newId() }));
  const changes = {
    changed: changed.map((row) => ({ ...row, groupId })),
    added: inGroup,
    removedIds,
  };
  requireSaved(await saveFilters(database, viewer.userId, changes));
  return getFilterGroup({ database }, viewer, groupId);
}

/** @throws NotFoundError */
export async function deleteFilterGroup(
  { database }: Dependencies,
  { userId }: Viewer,
  groupId: string,
): Promise<void> {
  if (!isId(groupId) || !(await deleteGroup(database, userId, groupId))) throw filterNotFound();
}

/** @throws NotFoundError */
export async function deleteFilter(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (!isId(id) || !(await deleteOwnFilter(database, { userId, id }))) throw filterNotFound();
}

function requirePhrase({ phrase }: FilterInput): void {
  if (foldForFilter(phrase) !== '') return;
  const message = withValues('error.required', { label: 'error.label.word' });
  throw new ValidationError([{ path: 'phrase', message }]);
}

/** @throws NotFoundError, ConflictError */
function requireSaved(result: SaveResult): void {
  if (result === 'missing') throw filterNotFound();
  if (result === 'phrase_taken') throw new ConflictError('conflict', 'error.filterTaken');
  if (result === 'limit_reached') {
    throw new ConflictError('conflict', withValues('error.filtersMax', { max: filtersMax }));
  }
}

function toFilterDto({ expiresAt, createdAt, ...row }: FilterRow): Filter {
  return {
    ...row,
    groupId: row.groupId ?? row.id,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
