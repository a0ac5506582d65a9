import type { MyThreadsStats } from '@skein/contracts/feed';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { formatCompact, formatExact } from '../../../i18n/numbers.ts';

const cards = [
  { figure: 'totalPosts', label: 'mine.totalPosts' },
  { figure: 'publicPosts', label: 'mine.publicPosts' },
  { figure: 'privatePosts', label: 'mine.privatePosts' },
  { figure: 'totalLikes', label: 'mine.totalLikes' },
] as const;

/** Four figures over all of one's posts; the cards stand there before the figures do. */
export function MyThreadStats({ figures }: { figures: MyThreadsStats | undefined }) {
  return (
    <section aria-label={t('mine.figures')} className="border-b border-line p-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {cards.map(({ figure, label }) => (
          <div key={figure} className="flex flex-col-reverse rounded-lg bg-sunken px-3.5 py-3">
            <dt className="text-sm text-muted">{t(label)}</dt>
            <dd className="flex h-7 items-center text-xl font-semibold">
              {figures ? <Figure value={figures[figure]} /> : <Skeleton className="h-5 w-10" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Figure({ value }: { value: number }) {
  return (
    <>
      <span aria-hidden="true">{formatCompact(value)}</span>
      <span className="sr-only">{formatExact(value)}</span>
    </>
  );
}
