import { Link } from 'react-router-dom';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

/** Leads from the first part of a chain to the others. */
export function ChainLink({ threadId }: { threadId: string }) {
  return (
    <Link
      to={paths.thread(threadId)}
      className="finger mt-1.5 flex min-h-6 w-fit items-center text-sm font-medium text-accent hover:underline"
    >
      {t('card.showChain')}
    </Link>
  );
}
