import { suggestedUsersLimit } from '@skein/contracts/limits';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';

/** The loading state of a panel, as high as five users. */
export function UserPanelsSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="flex flex-col gap-5 rounded-lg border border-line p-4"
    >
      <Skeleton className="h-5 w-36" />
      {Array.from({ length: suggestedUsersLimit }, (_, index) => (
        <div key={index} className="flex gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex grow flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
