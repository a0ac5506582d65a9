import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { listCounts } from '../engagement/engagement-lists.ts';

/** The counts of the main thread, linked to the lists of users. */
export function EngagementCounts({ thread }: { thread: Thread }) {
  const counts = listCounts(thread);
  if (counts.length === 0) return null;
  return (
    <ul className="mt-3.5 -mb-2 flex flex-wrap gap-x-4 text-sm text-muted">
      {counts.map(({ kind, count }) => (
        <li key={kind}>
          <Link
            to={paths.engagement(thread.id, kind)}
            className="inline-flex min-h-8 items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-10"
          >
            {t(`engagement.count.${kind}`, { count })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
