import type { Filter, FilterInput } from '@skein/contracts/filters';
import { filtersMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { deleteOwnFilter, findFilter, saveFilters, selectFilters } from './filters.repository.ts';
import type { FilterRow, SaveResult } from './filters.repository.ts';
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

/**
 * Creates all filters or none, and returns the first.
 * @throws ValidationError for a phrase that cannot match; ConflictError beyond the limit, and for a phrase
 * of another filter
 */
export async function createFilters(
  { database }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  inputs: readonly [FilterInput, ...FilterInput[]],
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
      const filters = inputs.map((input, index) => ({ ...input, id: index === 0 ? id : newId() }));
      requireSaved(await saveFilters(database, userId, filters));
      return getFilter({ database }, viewer, id);
    },
  });
}

/**
 * Changes a filter and creates further ones, or does nothing. Returns the changed one.
 * @throws ValidationError, NotFoundError; ConflictError beyond the limit, and for a phrase of another filter
 */
export async function updateFilter(
  { database }: Dependencies,
  viewer: Viewer,
  id: string,
  [input, ...further]: readonly [FilterInput, ...FilterInput[]],
): Promise<Filter> {
  [input, ...further].forEach(requirePhrase);
  if (!isId(id)) throw filterNotFound();
  const added = further.map((filter) => ({ ...filter, id: newId() }));
  requireSaved(await saveFilters(database, viewer.userId, added, { ...input, id }));
  return getFilter({ database }, viewer, id);
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
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
