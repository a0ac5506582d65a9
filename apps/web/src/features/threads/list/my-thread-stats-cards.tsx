import type { MyThreadsStats } from '@skein/contracts/feed';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { formatCompact, formatExact } from '../../../i18n/numbers.ts';

const cards = [
  { stat: 'totalPosts', label: 'myPosts.totalPosts' },
  { stat: 'publicPosts', label: 'myPosts.publicPosts' },
  { stat: 'privatePosts', label: 'myPosts.privatePosts' },
  { stat: 'totalLikes', label: 'myPosts.totalLikes' },
] as const;

/** Totals of all of the viewer's posts. The cards are shown while the totals load. */
export function MyThreadStatsCards({ stats }: { stats: MyThreadsStats | undefined }) {
  return (
    <section aria-label={t('myPosts.stats')} className="border-b border-line p-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {cards.map(({ stat, label }) => (
          <div key={stat} className="flex flex-col-reverse rounded-lg bg-sunken px-3.5 py-3">
            <dt className="text-sm text-muted">{t(label)}</dt>
            <dd className="flex h-7 items-center text-xl font-semibold">
              {stats ? <StatValue value={stats[stat]} /> : <Skeleton className="h-5 w-10" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function StatValue({ value }: { value: number }) {
  const [shown, exact] = [formatCompact(value), formatExact(value)];
  if (shown === exact) return exact;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{exact}</span>
    </>
  );
}
