import type { Filter, FilterInput } from '@skein/contracts/filters';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { createFiltersRepository } from './filters.repository.ts';
import type { FilterRow, SaveResult } from './filters.repository.ts';
import { foldForFilter } from './match-filters.policy.ts';

export type FiltersModule = ReturnType<typeof createFiltersModule>;

export const filterNotFound = () => new NotFoundError('error.filterMissing');

/** The keyword filters of users. Only their owner sees them. */
export function createFiltersModule({ database }: { database: Database }) {
  const repository = createFiltersRepository(database);

  /** @throws NotFoundError */
  async function get({ userId }: Viewer, id: string): Promise<Filter> {
    const row = isId(id) ? await repository.find({ userId, id }) : null;
    if (row === null) throw filterNotFound();
    return toFilterDto(row);
  }

  return {
    get,

    /** The latest first. */
    list: async ({ userId }: Viewer): Promise<Filter[]> =>
      (await repository.list(userId)).map(toFilterDto),

    /**
     * Creates all filters or none, and returns the first.
     * @throws ValidationError for a phrase that cannot match; ConflictError beyond the limit, and for a phrase
     * of another filter
     */
    async create(
      viewer: Viewer,
      idempotency: Idempotency,
      ...inputs: [FilterInput, ...FilterInput[]]
    ): Promise<Filter> {
      const { userId } = viewer;
      const { id, attempt } = idempotency;
      inputs.forEach(requirePhrase);
      if (attempt !== 'first') {
        const existing = await repository.find({ userId, id });
        if (existing !== null) return toFilterDto(existing);
        if (attempt === 'completed') throw filterNotFound();
      }
      const filters = inputs.map((input, index) => ({ ...input, id: index === 0 ? id : newId() }));
      requireSaved(await repository.save(userId, filters));
      return get(viewer, id);
    },

    /**
     * Changes a filter and creates further ones, or does nothing. Returns the changed one.
     * @throws ValidationError, NotFoundError; ConflictError beyond the limit, and for a phrase of another filter
     */
    async update(
      viewer: Viewer,
      id: string,
      input: FilterInput,
      ...further: FilterInput[]
    ): Promise<Filter> {
      [input, ...further].forEach(requirePhrase);
      if (!isId(id)) throw filterNotFound();
      const added = further.map((filter) => ({ ...filter, id: newId() }));
      requireSaved(await repository.save(viewer.userId, added, { ...input, id }));
      return get(viewer, id);
    },

    /** @throws NotFoundError */
    async delete({ userId }: Viewer, id: string): Promise<void> {
      if (!isId(id) || !(await repository.delete({ userId, id }))) throw filterNotFound();
    },
  };
}

function requirePhrase({ phrase }: FilterInput): void {
  if (foldForFilter(phrase) !== '') return;
  throw new ValidationError([
    {
      path: 'phrase',
      message: withValues('error.required', { label: 'error.label.word' }),
    },
  ]);
}

/** @throws NotFoundError, ConflictError */
function requireSaved(result: SaveResult): void {
  if (result === 'missing') throw filterNotFound();
  if (result === 'phrase_taken') {
    throw new ConflictError('conflict', 'error.filterTaken');
  }
  if (result === 'limit_reached') {
    throw new ConflictError('conflict', withValues('error.filtersMax', { max: 50 }));
  }
}

function toFilterDto({ expiresAt, createdAt, ...row }: FilterRow): Filter {
  return {
    ...row,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
