import { ApiError } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';

interface NoResultsProps {
  /** The title of an empty result. */
  title: string;
  searchText: string;
  error: Error | null;
  onRetry: () => void;
}

/** Too many searches, or another server that does not respond to a search for its accounts or threads. */
const statusesWithReason: ReadonlySet<number> = new Set([404, 429, 503]);

/** Replaces the results of a search that has found nothing or has failed. */
export function NoResults({ title, searchText, error, onRetry }: NoResultsProps) {
  const { status = 0, message = '' } = error instanceof ApiError ? error : {};
  // The instance does not exchange anything with the server of the handle.
  if (status === 403) return <Notice title={title} text={message} />;
  const hasReason = statusesWithReason.has(status) && message !== '';
  return (
    // Spec, section 8: other errors are shown as an empty result.
    <Notice
      title={hasReason ? t('search.failedTitle', { query: searchText }) : title}
      text={hasReason ? message : t('search.noneText')}
    >
      {error && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Notice>
  );
}
