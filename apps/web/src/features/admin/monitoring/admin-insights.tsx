import { insightColumns, insightPeriods, toInsightsCsv } from '@skein/contracts/insights';
import type { InsightPeriod } from '@skein/contracts/insights';
import type { DayInsights } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../i18n/format-bytes.ts';
import { locale, t } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { RadioGroup } from '../../settings/layout/radio-group.tsx';
import { insightsQuery } from '../shared/admin.queries.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { AdminTable } from '../shared/admin-table.tsx';
import { BarChart } from '../shared/bar-chart.tsx';

type Column = (typeof insightColumns)[number];
type NumberColumn = Exclude<Column, 'day'>;

const numberFormat = new Intl.NumberFormat(locale);
const millisecondFormat = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'millisecond',
  maximumFractionDigits: 1,
});
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

const formatNumber = (value: number) => numberFormat.format(value);
const formatMilliseconds = (value: number) => millisecondFormat.format(value);
const formatDay = (day: string) => dayFormat.format(new Date(day));

interface Metric {
  /** Whether the values of a period can be added up. The latest one is shown otherwise. */
  hasSum: boolean;
  format: (value: number) => string;
}

const counted: Metric = { hasSum: true, format: formatNumber };

/** In the order on the page. A missing one does not compile. */
const metrics: Record<NumberColumn, Metric> = {
  activeUsers: { hasSum: false, format: formatNumber },
  joinedUsers: counted,
  leftUsers: counted,
  threads: counted,
  replies: counted,
  messages: counted,
  reports: counted,
  mediaBytes: {
    hasSum: false,
    format: formatBytes,
  },
  requests: counted,
  medianMs: { hasSum: false, format: formatMilliseconds },
  p95Ms: { hasSum: false, format: formatMilliseconds },
};

// `Object.keys` is typed as strings; the record above has exactly these keys.
const metricNames = Object.keys(metrics) as NumberColumn[];

/** Charts of the last days, with a table and a CSV file of the same numbers. */
export function AdminInsights() {
  const [period, setPeriod] = useState<InsightPeriod>('30');
  const { data, error, isPending, refetch } = useQuery(insightsQuery(period));
  return (
    <section aria-label={t('admin.insights.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <RadioGroup
          label={t('admin.insights.period')}
          value={period}
          options={insightPeriods.map((value) => ({
            value,
            label: t('admin.insights.days', { count: Number(value) }),
          }))}
          onChange={setPeriod}
        />
        <Button
          variant="secondary"
          size="sm"
          disabled={data === undefined}
          onClick={() => data && saveCsv(data)}
        >
          {t('admin.insights.csv')}
        </Button>
      </div>
      {data !== undefined ? (
        <>
          <ChartGrid days={data} />
          <DayTable days={data} />
        </>
      ) : isPending ? (
        <AdminListSkeleton />
      ) : (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function ChartGrid({ days }: { days: readonly DayInsights[] }) {
  return (
    <div className="grid gap-px border-b border-line bg-line sm:grid-cols-2">
      {metricNames.map((name) => (
        <MetricChart key={name} name={name} days={days} />
      ))}
    </div>
  );
}

function MetricChart({ name, days }: { name: NumberColumn; days: readonly DayInsights[] }) {
  const { hasSum, format } = metrics[name];
  const known = days.map((day) => day[name]).filter((value) => value !== null);
  const shown = hasSum ? known.reduce((sum, value) => sum + value, 0) : known.at(-1);
  const text = shown === undefined ? '–' : format(shown);
  return (
    <figure className="flex flex-col gap-2 bg-canvas p-4 max-sm:last:col-span-full sm:last:odd:col-span-2">
      <figcaption className="flex items-baseline justify-between gap-2 text-sm text-muted">
        {t(`admin.insight.${name}`)}
        <span className="text-lg font-semibold text-ink tabular-nums">{text}</span>
      </figcaption>
      <BarChart
        label={t(hasSum ? 'admin.insights.chartSum' : 'admin.insights.chartLatest', {
          name: t(`admin.insight.${name}`),
          from: formatDay(days.at(0)?.day ?? ''),
          to: formatDay(days.at(-1)?.day ?? ''),
          value: text,
          highest: format(Math.max(0, ...known)),
        })}
        bars={days.map((day) => ({ key: day.day, value: day[name] }))}
      />
    </figure>
  );
}

function DayTable({ days }: { days: readonly DayInsights[] }) {
  return (
    <details className="border-b border-line">
      <summary className="cursor-pointer p-4 font-semibold hover:bg-hover focus-visible:-outline-offset-2">
        {t('admin.insights.table')}
      </summary>
      <AdminTable
        label={t('admin.insights.table')}
        columns={insightColumns.map((column) => t(`admin.insight.${column}`))}
        rows={days.toReversed().map((day) => ({
          key: day.day,
          cells: [formatDay(day.day), ...metricNames.map((name) => formatValue(name, day[name]))],
        }))}
      />
    </details>
  );
}

function formatValue(name: NumberColumn, value: number | null): string {
  return value === null ? '–' : metrics[name].format(value);
}

function saveCsv(days: readonly DayInsights[]): void {
  const name = `insights-${days.at(-1)?.day ?? ''}.csv`;
  saveFile(new Blob([toInsightsCsv(days)], { type: 'text/csv' }), name);
}
