import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { filtersMax } from '@skein/contracts/limits';
import type { Filter } from '@skein/contracts/filters';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { useDeleteFilter } from './filters.mutation.ts';
import { filtersQuery } from './filters.queries.ts';
import { describeFilter } from './describe-filter.ts';
import { SettingsList } from '../layout/settings-list.tsx';

const FilterDialog = lazy(async () => ({
  default: (await import('./filter-dialog.tsx')).FilterDialog,
}));

/** The viewer's keyword filters, with buttons to add, edit and delete one. */
export function KeywordFilters() {
  const query = useQuery(filtersQuery);
  const [edited, setEdited] = useState<Filter | 'new' | null>(null);
  const filters = query.data ?? [];
  return (
    <SettingsList
      title={t('filters.title')}
      text={t('filters.text')}
      error={t('filters.error')}
      query={query}
    >
      <ul className="divide-y divide-line">
        {filters.map((filter) => (
          <FilterRow key={filter.id} filter={filter} onEdit={() => setEdited(filter)} />
        ))}
      </ul>
      <Button
        size="sm"
        variant="secondary"
        className="mt-3"
        aria-haspopup="dialog"
        disabled={filters.length >= filtersMax}
        onClick={() => setEdited('new')}
      >
        {t('filters.add')}
      </Button>
      {edited !== null && (
        <Suspense>
          <FilterDialog
            filter={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </SettingsList>
  );
}

function FilterRow({ filter, onEdit }: { filter: Filter; onEdit: () => void }) {
  const { id, phrase } = filter;
  const deletion = useDeleteFilter(id);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="font-medium wrap-anywhere">{phrase}</p>
        <p className="text-sm text-muted">{describeFilter(filter)}</p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={t('filters.editNamed', { phrase })}
          onClick={onEdit}
        >
          {t('filters.edit')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('filters.deleteNamed', { phrase })}
          isBusy={deletion.isPending}
          onClick={firstClick(() => deletion.mutate())}
        >
          {t('filters.delete')}
        </Button>
      </div>
    </li>
  );
}
