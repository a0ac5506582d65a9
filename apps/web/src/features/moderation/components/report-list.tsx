import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { RadioGroup } from '../../settings/components/radio-group.tsx';
import { reportsQuery } from '../api/admin.queries.ts';
import type { ReportStatus } from '../api/admin.queries.ts';
import { AdminList } from './admin-list.tsx';
import { ReportRow } from './report-row.tsx';

/** The reports of users, each with its actions. */
export function ReportList() {
  const [status, setStatus] = useState<ReportStatus>('open');
  const query = useInfiniteQuery(reportsQuery(status));
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <RadioGroup
          label={t('admin.reportsStatus')}
          value={status}
          options={(['open', 'resolved'] as const).map((value) => ({
            value,
            label: t(`admin.${value}`),
          }))}
          onChange={setStatus}
        />
      </div>
      <AdminList
        query={query}
        empty={t(`admin.noReports.${status}`)}
        renderItem={(report) => <ReportRow report={report} />}
      />
    </>
  );
}
