import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';

/** The loading state of a profile. */
export function ProfileSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('profilePage.loading')}
      className="flex flex-col gap-4 border-b border-line p-4"
    >
      <div aria-hidden className="-mx-4 -mt-4 aspect-3/1 animate-pulse bg-skeleton" />
      <div className="flex items-start justify-between">
        <div className="relative -mt-14 -ml-1 rounded-full bg-canvas p-1">
          <Skeleton className="size-20 rounded-full" />
        </div>
        <Skeleton className="h-8 w-24 rounded-full" />
      </div>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}
