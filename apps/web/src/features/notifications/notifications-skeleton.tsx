import { listSkeletonCount } from '@skein/contracts/limits';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';

/** The loading state of the notification list. */
export function NotificationsSkeleton() {
  return (
    <div role="status" aria-label={t('notifications.loading')}>
      {Array.from({ length: listSkeletonCount }, (_, index) => (
        <div key={index} className="flex gap-3 border-b border-line px-4 py-card">
          <span className="flex w-7 shrink-0 justify-end pt-1.5">
            <Skeleton className="size-5.5 rounded-full" />
          </span>
          <div className="flex grow flex-col gap-2">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
