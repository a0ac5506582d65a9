import type { Usage } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { formatBytes } from '../../../i18n/format-bytes.ts';
import { locale, t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { usageQuery } from '../shared/admin.queries.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { AdminTable } from '../shared/admin-table.tsx';

const numberFormat = new Intl.NumberFormat(locale);
const millisecondFormat = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'millisecond',
  maximumFractionDigits: 1,
});

/** The storage, the busiest accounts, the background jobs and slow queries. */
export function AdminUsage() {
  const { data, error, isPending, refetch } = useQuery(usageQuery);
  return (
    <FocusRegion>
      {data !== undefined ? (
        <>
          <Storage usage={data} />
          <Accounts usage={data} />
          <Jobs usage={data} />
          <Queries usage={data} />
        </>
      ) : isPending ? (
        <AdminListSkeleton />
      ) : (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
    </FocusRegion>
  );
}

function Section({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="border-b border-line">
      <div className="flex flex-col gap-1 px-4 pt-4 pb-2">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Measured({ usage: { measured } }: { usage: Usage }) {
  if (measured === null) return t('admin.usage.notMeasured');
  return (
    <>
      {t('admin.usage.measured')} <RelativeTime time={measured.measuredAt} />
    </>
  );
}

function Storage({ usage }: { usage: Usage }) {
  const { disk, measured } = usage;
  const sizes = [
    { key: 'free', cells: [t('admin.usage.free'), formatBytes(disk.freeBytes), ''] },
    { key: 'total', cells: [t('admin.usage.total'), formatBytes(disk.totalBytes), ''] },
    ...(measured === null
      ? []
      : [
          {
            key: 'database',
            cells: [t('admin.usage.database'), formatBytes(measured.databaseBytes), ''],
          },
          ...measured.media.map(({ kind, files, bytes }) => ({
            key: kind,
            cells: [t(`admin.usage.kind.${kind}`), formatBytes(bytes), numberFormat.format(files)],
          })),
        ]),
  ];
  return (
    <Section title={t('admin.usage.storage')} text={<Measured usage={usage} />}>
      <AdminTable
        label={t('admin.usage.storage')}
        columns={[t('admin.usage.what'), t('admin.usage.size'), t('admin.usage.files')]}
        rows={sizes}
      />
    </Section>
  );
}

function Accounts({ usage: { measured, accountMediaBytesMax } }: { usage: Usage }) {
  if (measured === null || measured.accounts.length === 0) return null;
  const limit = accountMediaBytesMax === null ? '' : formatBytes(accountMediaBytesMax);
  return (
    <Section
      title={t('admin.usage.accounts')}
      text={
        limit === '' ? t('admin.usage.accountsText') : t('admin.usage.accountsLimit', { limit })
      }
    >
      <AdminTable
        label={t('admin.usage.accounts')}
        columns={[
          t('admin.usage.account'),
          t('admin.usage.size'),
          t('admin.usage.threads'),
          t('admin.usage.messages'),
        ]}
        rows={measured.accounts.map(({ id, username, mediaBytes, threads, messages }) => ({
          key: id,
          cells: [
            <Link key="account" to={paths.profile(username)} className="text-accent">
              @{username}
            </Link>,
            formatBytes(mediaBytes),
            numberFormat.format(threads),
            numberFormat.format(messages),
          ],
        }))}
      />
    </Section>
  );
}

function Jobs({ usage: { jobs } }: { usage: Usage }) {
  return (
    <Section title={t('admin.usage.jobs')} text={t('admin.usage.jobsText')}>
      <AdminTable
        label={t('admin.usage.jobs')}
        columns={[
          t('admin.usage.job'),
          t('admin.usage.ran'),
          t('admin.usage.duration'),
          t('admin.usage.result'),
        ]}
        rows={jobs.map(({ name, ranAt, durationMs, failures, error }) => ({
          key: name,
          cells: [
            name,
            <RelativeTime key="time" time={ranAt} />,
            millisecondFormat.format(durationMs),
            failures === 0 ? (
              t('admin.usage.succeeded')
            ) : (
              <span key="result" className="text-danger">
                {t('admin.usage.failed', { count: failures })}
                {error !== null && <span className="block text-muted">{error}</span>}
              </span>
            ),
          ],
        }))}
      />
    </Section>
  );
}

function Queries({ usage: { queries } }: { usage: Usage }) {
  if (queries === null) {
    return <Section title={t('admin.usage.queries')} text={t('admin.usage.noQueries')} />;
  }
  return (
    <Section title={t('admin.usage.queries')} text={t('admin.usage.queriesText')}>
      <AdminTable
        label={t('admin.usage.queries')}
        columns={[
          t('admin.usage.query'),
          t('admin.usage.calls'),
          t('admin.usage.mean'),
          t('admin.usage.sum'),
        ]}
        rows={queries.map(({ query, calls, meanMs, totalMs }) => ({
          key: query,
          cells: [
            <code key="query" className="block max-w-form truncate text-xs">
              {query}
            </code>,
            numberFormat.format(calls),
            millisecondFormat.format(meanMs),
            millisecondFormat.format(totalMs),
          ],
        }))}
      />
    </Section>
  );
}
