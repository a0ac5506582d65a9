import { listSkeletonCount } from '@skein/contracts/limits';
import { t } from '../../../lib/i18n/index.ts';
import { ThreadCardSkeleton } from '../../threads/components/thread-card-skeleton.tsx';

const places = Array.from({ length: listSkeletonCount }, (_, index) => index);

/** The feed while its first page is on the way. */
export function FeedSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t('feed.loading')}
      </p>
      {places.map((place) => (
        <ThreadCardSkeleton key={place} />
      ))}
    </div>
  );
}
