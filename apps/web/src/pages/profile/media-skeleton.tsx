import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';

const indexes = Array.from({ length: 9 }, (_, index) => index);

/** The loading state of the media of a profile. */
export function MediaSkeleton() {
  return (
    <div role="status" aria-label={t('profilePage.threadsLoading')}>
      <div className="grid grid-cols-3 gap-0.5">
        {indexes.map((index) => (
          <Skeleton key={index} className="aspect-square" />
        ))}
      </div>
    </div>
  );
}
