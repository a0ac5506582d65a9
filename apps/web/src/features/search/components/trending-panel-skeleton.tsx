import { listSkeletonCount } from '@skein/contracts/limits';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';

/** The trending panel on its way. */
export function TrendingPanelSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="rounded-lg border border-line p-4 pb-2"
    >
      <Skeleton className="mb-3 h-5 w-24" />
      {Array.from({ length: listSkeletonCount }, (_, index) => (
        <div key={index} className="flex h-12 flex-col justify-center gap-2">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
