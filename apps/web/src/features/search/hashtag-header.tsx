import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hashtagUsesMax } from '@skein/contracts/limits';
import type { Hashtag } from '@skein/contracts/search';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';
import { formatExact } from '../../i18n/numbers.ts';
import { hashtagQuery } from './hashtags.queries.ts';
import { sparklinePoints } from './sparkline-points.ts';

const size = { width: 112, height: 28 };
// Room for the stroke width and the dot of the last day.
const padding = 4;

/** The usage of a hashtag, with actions. The list below does not depend on this request. */
export function HashtagHeader({ tag, children }: { tag: string; children?: ReactNode }) {
  const { data, isError } = useQuery(hashtagQuery(tag));
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      <div className="flex h-10 grow basis-full items-center justify-between gap-4 sm:basis-0">
        {data ? <Stats hashtag={data} /> : !isError && <Skeleton className="h-4 w-32" />}
      </div>
      {children}
    </div>
  );
}

function Stats({ hashtag: { threadsCount, days } }: { hashtag: Hashtag }) {
  const recentCount = days.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p className="leading-tight">
        <span className="block font-semibold">
          {threadsCount < hashtagUsesMax
            ? t('hashtag.threads', { count: threadsCount })
            : t('hashtag.moreThreads', { count: threadsCount })}
        </span>
        <span className="text-sm text-muted">{t('hashtag.lastDays', { count: recentCount })}</span>
      </p>
      {recentCount > 0 && <Sparkline days={days} />}
    </>
  );
}

function Sparkline({ days }: { days: readonly number[] }) {
  const points = sparklinePoints(days, size);
  const [x, y] = points.slice(points.lastIndexOf(' ') + 1).split(',');
  return (
    <svg
      role="img"
      aria-label={t('hashtag.days', { counts: days.map(formatExact).join(', ') })}
      viewBox={`${-padding} ${-padding} ${size.width + 2 * padding} ${size.height + 2 * padding}`}
      width={size.width + 2 * padding}
      height={size.height + 2 * padding}
      fill="none"
      className="shrink-0 text-accent"
    >
      <polyline
        points={points}
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r={3} fill="currentColor" />
    </svg>
  );
}
