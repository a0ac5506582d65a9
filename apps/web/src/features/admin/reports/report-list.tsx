import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../settings/layout/radio-group.tsx';
import { reportsQuery } from './report-queue.queries.ts';
import type { ReportFilter } from './report-queue.queries.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { ReportFilterFields } from './report-filter-fields.tsx';
import { ReportRow } from './report-row.tsx';

const filterDelayMs = 300;
const openReports: ReportFilter = {
  status: 'open',
  assignee: '',
  targetType: '',
  rule: '',
  user: '',
  reporter: '',
};

/** The reports of users, each with its actions. */
export function ReportList() {
  const fieldsId = useId();
  const [filter, setFilter] = useState(openReports);
  const [isFiltering, setIsFiltering] = useState(false);
  const user = useDebounced(filter.user.trim(), filterDelayMs);
  const reporter = useDebounced(filter.reporter.trim(), filterDelayMs);
  const query = useInfiniteQuery(reportsQuery({ ...filter, user, reporter }));
  const { status, ...filters } = filter;
  const activeCount = Object.values(filters).filter((value) => value !== '').length;
  const showReportsAbout = (username: string) => {
    setFilter({ ...openReports, status, user: username });
    setIsFiltering(true);
  };
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-line px-4 py-3">
        <RadioGroup
          label={t('admin.reportsStatus')}
          value={status}
          options={(['open', 'resolved'] as const).map((value) => ({
            value,
            label: t(`admin.${value}`),
          }))}
          onChange={(value) => setFilter({ ...filter, status: value })}
        />
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isFiltering}
          aria-controls={fieldsId}
          onClick={() => setIsFiltering(!isFiltering)}
        >
          {activeCount > 0 ? t('admin.activeFilters', { count: activeCount }) : t('admin.filters')}
        </Button>
      </div>
      <div id={fieldsId}>
        {isFiltering && (
          <ReportFilterFields
            value={filter}
            onChange={setFilter}
            onClear={() => setFilter({ ...openReports, status })}
          />
        )}
      </div>
      <AdminList
        query={query}
        empty={t(`admin.noReports.${status}`)}
        renderItem={(report) => <ReportRow report={report} onShowAbout={showReportsAbout} />}
      />
    </>
  );
}
