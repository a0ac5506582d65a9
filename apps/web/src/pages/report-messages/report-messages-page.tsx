import type { ReportMessage } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { reportMessagesQuery } from '../../features/admin/reports/report-messages.queries.ts';
import { dateLocale, t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const dateFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });

/** What moderators have written to the viewer about reports. */
export function ReportMessagesPage() {
  return (
    <Page title={t('strikes.reportMessages')} leading={<BackButton />}>
      <p className="border-b border-line p-4 text-sm text-muted">
        {t('strikes.reportMessages.text')}
      </p>
      <ReportMessageList />
    </Page>
  );
}

function ReportMessageList() {
  const query = useInfiniteQuery(reportMessagesQuery);
  const { data, isPending, refetch } = query;
  if (isPending) {
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3 p-4">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-20 w-full" />
      </div>
    );
  }
  if (data === undefined) {
    return (
      <ListMessage text={t('strikes.reportMessages.error')}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (data.length === 0) return <ListMessage text={t('strikes.reportMessages.empty')} />;
  return (
    <>
      <ul>
        {data.map((message) => (
          <li key={message.id} className="border-b border-line p-4">
            <Entry message={message} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function Entry({ message: { text, createdAt, report } }: { message: ReportMessage }) {
  const time = dateFormat.format(new Date(report.createdAt));
  return (
    <article className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        <span>{t(`strikes.reportMessages.${report.targetType}`, { time })}</span>
        <RelativeTime time={createdAt} />
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </article>
  );
}
