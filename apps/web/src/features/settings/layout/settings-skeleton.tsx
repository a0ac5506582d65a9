import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';

/** The loading state of the settings. */
export function SettingsSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="flex min-h-dvh flex-col gap-6 px-4 py-7"
    >
      <Skeleton className="h-6 w-24" />
      <Skeleton className="aspect-3/1" />
      <Skeleton className="size-24 rounded-full" />
      <div className="grid gap-x-4 gap-y-7 sm:grid-cols-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16 sm:col-span-2" />
        <Skeleton className="h-32 sm:col-span-2" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </div>
  );
}
